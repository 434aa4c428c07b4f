import { useEffect, useState } from 'react';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import type { Collection } from '~/lib/collections';
import { formatBytes } from '~/lib/format/format-number';

/** The limits of an upload. */
export type UploadLimits = { spaceLeft: number; isScanned: boolean };

/** Where the browser asks about uploads to an area. */
export const limitsAddress = (collection: Collection) => `/intranet/unfinished/${collection}`;

export async function fetchLimits(
  collection: Collection,
  signal: AbortSignal,
): Promise<UploadLimits> {
  const address = `${limitsAddress(collection)}?limits`;
  const answer = await fetch(address, { signal });
  return answer.json();
}

/** @returns the limits once they are known; asked again when uploads begin and end */
export function useLimits(
  collection: Collection,
  { isAsked, isBusy }: { isAsked: boolean; isBusy: boolean },
): UploadLimits | null {
  const [limits, setLimits] = useState<UploadLimits | null>(null);
  useEffect(() => {
    if (!isAsked) return;
    const stop = new AbortController();
    fetchLimits(collection, stop.signal)
      .then(setLimits)
      .catch(() => undefined);
    return () => stop.abort();
  }, [collection, isAsked, isBusy]);
  return limits;
}

/** @returns what fits, in words: the longest file, the space that is left, and what is done */
export function useLimitsInWords(longestFile: number, limits: UploadLimits | null): string {
  const t = useTranslate();
  const language = useLanguage();
  const words = [t('upload.longest', { size: formatBytes(longestFile, language) })];
  if (limits) words.push(t('upload.space', { size: formatBytes(limits.spaceLeft, language) }));
  if (limits?.isScanned) words.push(t('upload.scanned'));
  return words.join(' ');
}
