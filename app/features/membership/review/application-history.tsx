import { useActionText } from '~/features/identity/audit/audit-table';
import { type HistoryEntry, HistoryTable } from '~/features/identity/audit/history-table';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import classes from '~/ui/form.module.css';

type ApplicationHistoryProps = { history: readonly HistoryEntry[] };

/** What has happened to the application. */
export function ApplicationHistory({ history }: ApplicationHistoryProps) {
  const t = useTranslate();
  return (
    <div className={classes.section}>
      <h2>{t('applications.history')}</h2>
      <HistoryTable label={t('applications.history')} history={history} />
    </div>
  );
}

/** Who was faster, and with what. */
export function LastEntry({ history }: ApplicationHistoryProps) {
  const t = useTranslate();
  const actionText = useActionText();
  const language = useLanguage();
  const [last] = history;
  if (!last) return null;
  return (
    <p>
      {t('applications.meanwhile', {
        when: formatInstant(last.at, language, siteZone),
        who: last.actorName ?? t(`audit.actor.${last.actorKind}`),
        what: actionText(last.action),
      })}
    </p>
  );
}
