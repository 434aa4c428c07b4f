import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { formatMoment, siteZone } from '~/lib/format-date';
import classes from '~/ui/form.module.css';
import { TableScroll } from '~/ui/table-scroll';

export type HistoryEntry = {
  seq: number;
  at: Date;
  action: string;
  actorKind: 'user' | 'job' | 'anonymous';
  actorName: string | null;
};

/** What has happened to the application, from the audit log. */
export function ApplicationHistory({ history }: { history: readonly HistoryEntry[] }) {
  const t = useTranslate();
  const textOf = useTextOf();
  const language = useLanguage();
  return (
    <div className={classes.section}>
      <h2>{t('applications.history')}</h2>
      <TableScroll label={t('applications.history')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('audit.at')}</th>
              <th scope="col">{t('audit.action')}</th>
              <th scope="col">{t('audit.who')}</th>
            </tr>
          </thead>
          <tbody>
            {history.map((entry) => (
              <tr key={entry.seq}>
                <td>{formatMoment(entry.at, language, siteZone)}</td>
                <td>{textOf(`audit.action.${entry.action}`)}</td>
                <td>{entry.actorName ?? t(`audit.actor.${entry.actorKind}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </div>
  );
}

/** Who was faster, and with what. */
export function LastEntry({ history }: { history: readonly HistoryEntry[] }) {
  const t = useTranslate();
  const textOf = useTextOf();
  const language = useLanguage();
  const [last] = history;
  if (!last) return null;
  return (
    <p>
      {t('applications.meanwhile', {
        when: formatMoment(last.at, language, siteZone),
        who: last.actorName ?? t(`audit.actor.${last.actorKind}`),
        what: textOf(`audit.action.${last.action}`),
      })}
    </p>
  );
}
