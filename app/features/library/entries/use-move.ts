import { useEffect } from 'react';
import { useFetcher } from 'react-router';
import { useTextOf } from '~/i18n/translation-context';
import { useToast } from '~/ui/dialog/toasts';
import type { FolderAnswer } from '~/features/library/intranet/folder-page.server';

/** Kind of what is dragged inside a page, so that files and foreign things are told apart. */
export const draggedKind = 'application/x-library-resources';

/** What is moved, and from which folder; '' is the top level. */
export type Moved = { from: string; ids: readonly string[] };

/** @returns moves resources by id to a folder ('' is the top level), saying when that is refused */
export function useMove(): (moved: Moved, to: string) => void {
  const fetcher = useFetcher<FolderAnswer>();
  const toast = useToast();
  const textOf = useTextOf();
  const answer = fetcher.data;
  useEffect(() => {
    if (!answer) return;
    toast(
      answer.ok
        ? { kind: 'success', text: textOf('intranet.moved') }
        : { kind: 'error', text: textOf(answer.code) },
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- said once per answer
  }, [answer]);
  return ({ ids, from }, to) => {
    if (ids.length === 0 || ids.includes(to)) return;
    void fetcher.submit({ intent: 'move', ids: ids.join(','), from, to }, { method: 'post' });
  };
}

/** What is dragged, as it is carried from one list, or window, to another. */
export const asDragged = ({ from, ids }: Moved): string => [from, ...ids].join(',');

/** Reads what was dragged here; no ids when it is something else. */
export function draggedThings(transfer: DataTransfer): Moved {
  const [from = '', ...ids] = transfer.getData(draggedKind).split(',');
  return { from, ids };
}
