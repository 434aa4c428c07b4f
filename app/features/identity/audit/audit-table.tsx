import { Link } from 'react-router';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import classes from '~/ui/form.module.css';
import { TableScroll } from '~/ui/table-scroll';

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

export function AuditTable({ entries }: { entries: readonly AuditRow[] }) {
  const t = useTranslate();
  const language = useLanguage();
  const actionText = useActionText();
  const targetText = useTargetText();
  return (
    <TableScroll label={t('audit.title')}>
      <table className={`${classes.table} ${classes.stacked}`}>
        <thead>
          <tr>
            <th scope="col">{t('audit.number')}</th>
            <th scope="col">{t('audit.at')}</th>
            <th scope="col">{t('audit.who')}</th>
            <th scope="col">{t('audit.action')}</th>
            <th scope="col">{t('audit.target')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.seq}>
              <td>
                <Link to={`/administration/audit/${entry.seq}`}>{entry.seq}</Link>
              </td>
              <td data-label={t('audit.at')}>{formatInstant(entry.at, language, siteZone)}</td>
              <td data-label={t('audit.who')}>
                {entry.actorName ?? t(`audit.actor.${entry.actorKind}`)}
              </td>
              <td data-label={t('audit.action')}>
                {actionText(entry.action)}
                {entry.result === 'refused' && ` (${t('audit.refused')})`}
              </td>
              <td data-label={t('audit.target')}>
                {targetText(entry.targetKind)}{' '}
                <Link to={`/administration/audit?target=${encodeURIComponent(entry.targetId)}`}>
                  {entry.targetId.slice(-8)}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
