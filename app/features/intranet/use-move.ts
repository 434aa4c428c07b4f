import { useEffect } from 'react';
import { useFetcher } from 'react-router';
import { useTextOf } from '~/i18n/translation-context';
import { useToast } from '~/ui/toasts';
import type { FolderAnswer } from './folder-page.server';

/** Kind of what is dragged inside a page, so that files and foreign things are told apart. */
export const draggedKind = 'application/x-library-resources';

/** @returns moves resources by id to a folder ('' is the top level), saying when that is refused */
export function useMove(): (ids: readonly string[], to: string) => void {
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
  return (ids, to) => {
    if (ids.length === 0 || ids.includes(to)) return;
    void fetcher.submit({ intent: 'move', ids: ids.join(','), to }, { method: 'post' });
  };
}

/** Reads what was dragged here; empty when it is something else. */
export function draggedIds(transfer: DataTransfer): string[] {
  return transfer.getData(draggedKind).split(',').filter(Boolean);
}
