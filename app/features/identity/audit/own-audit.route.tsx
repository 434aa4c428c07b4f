import { Link } from 'react-router';
import { z } from 'zod';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { siteMeta } from '~/site/site-meta';
import classes from '~/ui/form.module.css';
import { TableScroll } from '~/ui/table-scroll';
import type { Route } from './+types/own-audit.route';
import { listOwnAuditEntries } from './audit-log.server';
import { useActionText } from './audit-table';
import { listOwnSecurityEvents } from '~/features/identity/security-log/security-log.server';
import { SecurityTable } from '~/features/identity/security-log/security-table';
import { SettingsFrame } from '~/features/identity/settings/settings-frame';
import { EmptyState } from '~/ui/empty-state';

const beforeSchema = z.coerce.number().int().min(1).optional().catch(undefined);

export async function loader({ request, context }: Route.LoaderArgs) {
  const given = new URL(request.url).searchParams.get('before') ?? undefined;
  const actor = context.get(actorContext);
  const [{ entries, next }, events] = await Promise.all([
    listOwnAuditEntries(actor, beforeSchema.parse(given)),
    listOwnSecurityEvents(actor),
  ]).catch(throwErrorResponse);
  const title = translateIn(context.get(languageContext))('audit.own-title');
  return { entries, next, events, title };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/settings/audit', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

/** What the log holds about the reader. */
export default function OwnAudit({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const language = useLanguage();
  const actionText = useActionText();
  const { entries, next, events } = loaderData;
  return (
    <SettingsFrame isWide>
      <h2>{t('audit.own-title')}</h2>
      <p>{t('audit.own-text')}</p>
      {entries.length === 0 ? (
        <p>{t('audit.own-none')}</p>
      ) : (
        <TableScroll label={t('audit.own-title')}>
          <table className={`${classes.table} ${classes.stacked}`}>
            <thead>
              <tr>
                <th scope="col">{t('audit.at')}</th>
                <th scope="col">{t('audit.action')}</th>
                <th scope="col">{t('audit.who')}</th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <tr key={entry.seq}>
                  <td>{formatInstant(entry.at, language, siteZone)}</td>
                  <td data-label={t('audit.action')}>{actionText(entry.action)}</td>
                  <td data-label={t('audit.who')}>
                    {entry.isOwnDoing
                      ? t('audit.yourself')
                      : t(`audit.own-actor.${entry.actorKind}`)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
      {next && (
        <p>
          <Link to={`/settings/audit?before=${next}`}>{t('table.older')}</Link>
        </p>
      )}
      <div className={classes.section}>
        <h2>{t('security-log.own-title')}</h2>
        {events.length === 0 ? (
          <EmptyState>{t('security-log.none')}</EmptyState>
        ) : (
          <SecurityTable label={t('security-log.own-title')} events={events} />
        )}
      </div>
    </SettingsFrame>
  );
}
