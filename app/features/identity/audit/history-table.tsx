import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import classes from '~/ui/form.module.css';
import { TableScroll } from '~/ui/table-scroll';
import { useActionText } from './audit-table';

export type HistoryEntry = {
  seq: number;
  at: Date;
  action: string;
  actorKind: 'user' | 'job' | 'anonymous';
  actorName: string | null;
};

type HistoryTableProps<Entry extends HistoryEntry> = {
  label: string;
  history: readonly Entry[];
  /** What else is said of an entry, after its action. */
  more?: (entry: Entry) => string | null;
};

/** What has happened to one thing, by whom and when, from the audit log. */
export function HistoryTable<Entry extends HistoryEntry>({
  label,
  history,
  more,
}: HistoryTableProps<Entry>) {
  const t = useTranslate();
  const actionText = useActionText();
  const language = useLanguage();
  return (
    <TableScroll label={label}>
      <table className={`${classes.table} ${classes.stacked}`}>
        <thead>
          <tr>
            <th scope="col">{t('audit.action')}</th>
            <th scope="col">{t('audit.at')}</th>
            <th scope="col">{t('audit.who')}</th>
          </tr>
        </thead>
        <tbody>
          {history.map((entry) => (
            <tr key={entry.seq}>
              <td>
                {more?.(entry)
                  ? `${t('word.label', { label: actionText(entry.action) })} ${more(entry)}`
                  : actionText(entry.action)}
              </td>
              <td data-label={t('audit.at')}>{formatInstant(entry.at, language, siteZone)}</td>
              <td data-label={t('audit.who')}>
                <bdi>{entry.actorName ?? t(`audit.actor.${entry.actorKind}`)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
