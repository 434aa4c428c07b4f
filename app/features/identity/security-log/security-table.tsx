import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { useActionText } from '~/features/identity/audit/audit-table';
import classes from '~/ui/form.module.css';
import { TableScroll } from '~/ui/table-scroll';
import type { ShownSecurityEvent } from './security-log.server';

const ownNames = [
  'guard.refuse',
  'limit.reach',
  'load.refuse',
  'outbox.read',
  'session.end',
  'session.start',
] as const;

type SecurityTableProps = {
  label: string;
  events: readonly ShownSecurityEvent[];
  /** Shows whose account it was, where there is one. */
  showsPerson?: boolean;
};

/** What happened, how it ended, and where it came from. */
export function SecurityTable({ label, events, showsPerson = false }: SecurityTableProps) {
  const t = useTranslate();
  const language = useLanguage();
  const eventText = useEventText();
  return (
    <TableScroll label={label}>
      <table className={`${classes.table} ${classes.stacked}`}>
        <thead>
          <tr>
            <th scope="col">{t('audit.at')}</th>
            <th scope="col">{t('security-log.event')}</th>
            <th scope="col">{t('security-log.outcome')}</th>
            {showsPerson && <th scope="col">{t('security-log.account')}</th>}
            <th scope="col">{t('security-log.client')}</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event.id}>
              <td>{formatInstant(event.at, language, siteZone)}</td>
              <td data-label={t('security-log.event')}>
                {eventText(event.event)}
                {event.detail && ` (${event.detail})`}
                {event.count > 1 && ` ${t('security-log.times', { count: event.count })}`}
              </td>
              <td data-label={t('security-log.outcome')}>
                {t(`security-log.outcome.${event.outcome}`)}
              </td>
              {showsPerson && (
                <td data-label={t('security-log.account')}>
                  {event.name ?? (event.addressHash ? event.addressHash.slice(0, 8) : '–')}
                </td>
              )}
              <td data-label={t('security-log.client')}>{event.client ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

/** Those of their own have texts here, those that the audit log has as well have them there. */
function useEventText() {
  const t = useTranslate();
  const actionText = useActionText();
  return (event: string) => {
    const own = ownNames.find((name) => name === event);
    return own ? t(`security-log.event.${own}`) : actionText(event);
  };
}
