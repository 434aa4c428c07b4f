import type { TextKey } from '~/i18n/translate';
import type { SortKey } from './entry-view';

/** The columns of a folder's list, by any of which it can be sorted. */
export const columns: readonly { key: SortKey; label: TextKey }[] = [
  { key: 'title', label: 'intranet.name' },
  { key: 'kind', label: 'document.kind' },
  { key: 'bytes', label: 'intranet.size' },
  { key: 'changedAt', label: 'intranet.changed' },
  { key: 'userName', label: 'intranet.by' },
];
