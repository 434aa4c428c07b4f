import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatBytes } from '~/lib/format/format-number';

type Contents = { folders: number; documents: number; bytes: number };

/** As "3 folders, 41 documents, 120 MB". */
export function useContents({ folders, documents, bytes }: Contents): string {
  const t = useTranslate();
  const language = useLanguage();
  const numbers = [
    folders > 0 && t('intranet.folders', { count: folders }),
    documents > 0 && t('intranet.documents', { count: documents }),
    bytes > 0 && formatBytes(bytes, language),
  ];
  return numbers.filter(Boolean).join(', ');
}

export const TrashContents = ({ thing }: { thing: Contents }) => useContents(thing);
