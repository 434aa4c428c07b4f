import { Link } from 'react-router';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import type { Column } from '~/ui/data-table/data-table';

type AuditRow = {
  seq: number;
  at: Date;
  actorKind: 'user' | 'job' | 'anonymous';
  actorName: string | null;
  action: string;
  targetKind: string;
  targetId: string;
  result: 'done' | 'refused';
};

/** The words for a name the log keeps; one without words yet is shown as it is. */
function useWords(group: 'action' | 'kind'): (name: string) => string {
  const textOf = useTextOf();
  return (name) => {
    const key = `audit.${group}.${name}`;
    const text = textOf(key);
    return text === key ? name : text;
  };
}

/** What happened, in words. */
export const useActionText = () => useWords('action');

/** What kind of thing an entry concerns, in words. */
export const useTargetText = () => useWords('kind');

/** The columns of the log; each entry has a page of its own. */
export function useAuditColumns(): Column<AuditRow>[] {
  const t = useTranslate();
  const language = useLanguage();
  const actionText = useActionText();
  const targetText = useTargetText();
  return [
    {
      name: 'number',
      heading: t('audit.number'),
      cell: ({ seq }) => <Link to={`/administration/audit/${seq}`}>{seq}</Link>,
    },
    {
      name: 'at',
      heading: t('audit.at'),
      cell: ({ at }) => formatInstant(at, language, siteZone),
    },
    {
      name: 'who',
      heading: t('audit.who'),
      cell: ({ actorName, actorKind }) => actorName ?? t(`audit.actor.${actorKind}`),
    },
    {
      name: 'action',
      heading: t('audit.action'),
      cell: ({ action, result }) =>
        actionText(action) + (result === 'refused' ? ` (${t('audit.refused')})` : ''),
    },
    {
      name: 'target',
      heading: t('audit.target'),
      cell: ({ targetKind, targetId }) => (
        <>
          {targetText(targetKind)}{' '}
          <Link to={`/administration/audit?target=${encodeURIComponent(targetId)}`}>
            {targetId.slice(-8)}
          </Link>
        </>
      ),
    },
  ];
}
