import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { useActionText } from '~/features/identity/audit/audit-table';
import type { Column } from '~/ui/data-table/data-table';
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

/** What happened, how it ended, to whose account, and where it came from. */
export function useSecurityColumns(): Column<ShownSecurityEvent>[] {
  const t = useTranslate();
  const language = useLanguage();
  const eventText = useEventText();
  const detailText = useDetailText();
  return [
    {
      name: 'at',
      heading: t('audit.at'),
      cell: ({ at }) => formatInstant(at, language, siteZone),
    },
    {
      name: 'event',
      heading: t('security-log.event'),
      cell: ({ event, detail, count }) =>
        [
          eventText(event),
          detail && `(${detailText(detail)})`,
          count > 1 && t('security-log.times', { count }),
        ]
          .filter(Boolean)
          .join(' '),
    },
    {
      name: 'outcome',
      heading: t('security-log.outcome'),
      cell: ({ outcome }) => t(`security-log.outcome.${outcome}`),
    },
    {
      name: 'account',
      heading: t('security-log.account'),
      cell: ({ name, addressHash }) => name ?? addressHash?.slice(0, 8) ?? '–',
    },
    {
      name: 'client',
      heading: t('security-log.client'),
      cell: ({ client }) => client ?? '–',
    },
  ];
}

type SecurityTableProps = { label: string; events: readonly ShownSecurityEvent[] };

/** What happened to one’s own account. */
export function SecurityTable({ label, events }: SecurityTableProps) {
  const columns = useSecurityColumns().filter(({ name }) => name !== 'account');
  return (
    <TableScroll label={label}>
      <table className={`${classes.table} ${classes.stacked}`}>
        <thead>
          <tr>
            {columns.map(({ name, heading }) => (
              <th key={name} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event.id}>
              {columns.map(({ name, heading, cell }, position) => (
                <td key={name} data-label={position === 0 ? undefined : heading}>
                  {cell(event)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

const details = [
  'hosted',
  'moderation',
  'one-device',
  'other-devices',
  'passkey',
  'passkey-required',
  'password',
  'second-step',
  'suspended',
  'throttled',
] as const;

/** How and why in words: `password-throttled` is a way to sign in and why it was refused. */
function useDetailText() {
  const t = useTranslate();
  const known = (part: string) => details.find((name) => name === part);
  return (detail: string) => {
    const way = known(detail) ?? details.find((name) => detail.startsWith(`${name}-`));
    const reason = way && way !== detail ? known(detail.slice(way.length + 1)) : undefined;
    // What a program has named, such as a limit, stays as it is.
    if (!way || (way !== detail && !reason)) return detail;
    const words = [way, reason].flatMap((name) => (name ? [t(`security-log.detail.${name}`)] : []));
    return words.join(', ');
  };
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
