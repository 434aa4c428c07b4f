import { Link } from 'react-router';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { formatMoment, siteZone } from '~/lib/format-date';
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

/** What happened, in words; an action without words yet is shown by its name. */
export function useActionText(): (action: string) => string {
  const textOf = useTextOf();
  return (action) => {
    const key = `audit.action.${action}`;
    const text = textOf(key);
    return text === key ? action : text;
  };
}

export function AuditTable({ entries }: { entries: readonly AuditRow[] }) {
  const t = useTranslate();
  const language = useLanguage();
  const actionText = useActionText();
  return (
    <TableScroll label={t('audit.title')}>
      <table className={classes.table}>
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
              <td>{formatMoment(entry.at, language, siteZone)}</td>
              <td>{entry.actorName ?? t(`audit.actor.${entry.actorKind}`)}</td>
              <td>
                {actionText(entry.action)}
                {entry.result === 'refused' && ` (${t('audit.refused')})`}
              </td>
              <td>
                {entry.targetKind}{' '}
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
