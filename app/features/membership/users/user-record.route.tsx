import { Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { listAuditEntriesAbout } from '~/features/identity/audit/audit.server';
import { useActionText } from '~/features/identity/audit/audit-table';
import { listDocumentsOf } from '~/features/library/documents/documents.server';
import { listCommentsOf } from '~/features/forum/forum.server';
import { listApplicationsOf } from '~/features/membership/membership.server';
import { PersonApplications, PersonMembership } from '~/features/membership/person-membership';
import { PersonRegistrations } from '~/features/events/registrations/person-registrations';
import { listRegistrationsOf } from '~/features/events/registrations/registrations.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { siteMeta } from '~/site/site-meta';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import classes from '~/ui/form.module.css';
import { TableScroll } from '~/ui/table-scroll';
import type { Route } from './+types/user-record.route';
import { RecordEntries, RecordSection } from './record-sections';
import { UserFacts } from './user-facts';
import { getUser } from './users.server';

export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const user = await getUser(actor, params.id).catch(throwErrorResponse);
  const [applications, library, forum, registrations, entries] = await Promise.all([
    listApplicationsOf(actor, user.id),
    listDocumentsOf(actor, user.id),
    listCommentsOf(actor, user.id),
    listRegistrationsOf(actor, user.id),
    listAuditEntriesAbout(actor, user.id),
  ]);
  return { user, applications, library, forum, registrations, entries };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { firstName, lastName } = loaderData.user;
  const title = `${firstName} ${lastName}`;
  return siteMeta(matches, { title, path: '/user', noIndex: true });
}

function AuditEntries({ entries }: Pick<Route.ComponentProps['loaderData'], 'entries'>) {
  const t = useTranslate();
  const language = useLanguage();
  const actionText = useActionText();
  if (entries.length === 0) return <p>{t('user.no-entries')}</p>;
  return (
    <TableScroll label={t('user.entries')}>
      <table className={`${classes.table} ${classes.stacked}`}>
        <thead>
          <tr>
            <th scope="col">{t('user.entry-at')}</th>
            <th scope="col">{t('user.entry-action')}</th>
            <th scope="col">{t('user.entry-by')}</th>
            <th scope="col">{t('field.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.seq}>
              <td>
                <Link to={`/administration/audit/${entry.seq}`}>
                  {formatInstant(entry.at, language, siteZone)}
                </Link>
              </td>
              <td data-label={t('user.entry-action')}>{actionText(entry.action)}</td>
              <td data-label={t('user.entry-by')}>
                {entry.actorName ?? t(`audit.actor.${entry.actorKind}`)}
              </td>
              <td data-label={t('field.reason')}>{entry.reason ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

/** One person's record, a section for each part of the site: never passwords, never in their place. */
export default function UserRecord({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { user, applications, library, forum, registrations, entries } = loaderData;
  const documents = library.documents.map(({ id, title, createdAt: at }) => ({
    id,
    title,
    at,
    to: `/intranet/documents/${id}`,
  }));
  const comments = forum.comments.map(({ id, topic, createdAt: at, state, address }) => ({
    id,
    title: topic ?? t('forum.title-not-shown'),
    at,
    to: address,
    remark: state === 'visible' ? undefined : t(`review.comment-state.${state}`),
  }));
  return (
    <div className={classes.wide}>
      <h1>
        {user.firstName} {user.lastName}
      </h1>
      <RecordSection id="account" title={t('users.account')}>
        <UserFacts user={user} />
        <p>
          <Link to={`/administration/users/${user.id}`}>{t('users.edit')}</Link>
        </p>
      </RecordSection>
      <RecordSection id="membership" title={t('user.membership')}>
        <PersonMembership applications={applications} />
      </RecordSection>
      <RecordSection id="applications" title={t('user.applications')}>
        <PersonApplications applications={applications} />
      </RecordSection>
      <RecordSection id="registrations" title={t('user.registrations')}>
        <PersonRegistrations registrations={registrations} />
      </RecordSection>
      <RecordSection id="documents" title={t('user.documents')}>
        <RecordEntries entries={documents} total={library.total} none={t('user.no-documents')} />
      </RecordSection>
      <RecordSection id="comments" title={t('user.comments')}>
        <RecordEntries entries={comments} total={forum.total} none={t('user.no-comments')} />
      </RecordSection>
      {/* The table is a region of this name already. */}
      <div className={classes.panel}>
        <h2>{t('user.entries')}</h2>
        <AuditEntries entries={entries} />
      </div>
    </div>
  );
}
