import { Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { countUsers } from '~/features/identity/accounts/accounts.server';
import { countProposals } from '~/features/identity/proposals/proposals.server';
import { findLastAuditCheck } from '~/features/identity/audit/audit.server';
import { countOpenErrors } from '~/features/telemetry/error-tracking/error-tracking.server';
import { findLastFileCheck } from '~/features/operations/file-check/file-check.server';
import { countHealthFindings } from '~/features/operations/health/health.server';
import { countFailedMails } from '~/features/operations/mailing/mailing.server';
import { countApplicationsFor } from '~/features/membership/membership.server';
import { countWaiting } from '~/features/forum/moderation/moderation.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { can } from '~/policy/permissions';
import { siteMeta } from '~/site/site-meta';
import classes from '~/ui/form.module.css';
import type { Route } from './+types/administration.route';
import own from './administration.module.css';

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const [users, failedMails, applications, check, flags, errors, files, proposals, health] =
    await Promise.all([
      countUsers(actor),
      countFailedMails(actor),
      countApplicationsFor(actor),
      findLastAuditCheck(actor),
      countWaiting(actor),
      countOpenErrors(actor),
      findLastFileCheck(actor),
      countProposals(actor),
      can(actor, 'health.read') ? countHealthFindings(actor) : 0,
    ]).catch(throwErrorResponse);
  return {
    title: translateIn(context.get(languageContext))('administration.title'),
    users,
    failedMails,
    applications,
    flags,
    errors,
    proposals,
    health,
    filesMissing: files?.withoutFile.length ?? 0,
    check: check && { at: check.at, entries: check.entries, brokenSeq: check.brokenSeq },
    mayReadOutbox: can(actor, 'outbox.read'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

/** What needs the administrator, and the figures of the association. */
export default function Administration({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  return (
    <div className={classes.wide}>
      <h1>{t('administration.title')}</h1>
      <section className={classes.section} aria-labelledby="needs">
        <h2 id="needs">{t('administration.needs')}</h2>
        <Needs {...loaderData} />
      </section>
      <section aria-labelledby="figures">
        <h2 id="figures">{t('administration.figures')}</h2>
        <Figures {...loaderData} />
      </section>
      <AuditState check={loaderData.check} />
    </div>
  );
}

type Data = Route.ComponentProps['loaderData'];

function Needs(props: Data) {
  const { applications, failedMails, flags, errors, proposals, filesMissing, health, check } =
    props;
  const { mayReadOutbox } = props;
  const t = useTranslate();
  const isBroken = check !== null && check.brokenSeq !== null;
  if (
    applications.waiting + failedMails + flags + errors + proposals + filesMissing + health === 0 &&
    !isBroken
  ) {
    return <p>{t('administration.nothing')}</p>;
  }
  return (
    <ul className={own.needs}>
      {applications.waiting > 0 && (
        <li>
          <Link to="/administration/applications">
            {t('administration.waiting', { count: applications.waiting })}
          </Link>
        </li>
      )}
      {proposals > 0 && (
        <li>
          <Link to="/administration/proposals">
            {t('administration.proposals', { count: proposals })}
          </Link>
        </li>
      )}
      {flags > 0 && (
        <li>
          <Link to="/administration/flags">{t('review.waiting', { count: flags })}</Link>
        </li>
      )}
      {errors > 0 && (
        <li>
          <Link to="/administration/errors">{t('administration.errors', { count: errors })}</Link>
        </li>
      )}
      {health > 0 && (
        <li>
          <Link to="/administration/health">{t('administration.health', { count: health })}</Link>
        </li>
      )}
      {failedMails > 0 && (
        <li>
          {mayReadOutbox ? (
            <Link to="/administration/outbox">
              {t('administration.failed-mails', { count: failedMails })}
            </Link>
          ) : (
            t('administration.failed-mails', { count: failedMails })
          )}
        </li>
      )}
      {filesMissing > 0 && (
        <li>
          <Link to="/administration/files">
            {t('administration.files-missing', { count: filesMissing })}
          </Link>
        </li>
      )}
      {isBroken && (
        <li>
          <Link to="/administration/audit">{t('administration.chain-broken')}</Link>
        </li>
      )}
    </ul>
  );
}

const shownStates = [
  'submitted',
  'under-review',
  'information-requested',
  'invited',
  'active',
] as const;

function Figures({ users, applications }: Data) {
  const t = useTranslate();
  const numberOf = (status: string) =>
    applications.byStatus.find((row) => row.status === status)?.number ?? 0;
  return (
    <ul className={own.figures}>
      <li>
        <Link to="/administration/users">
          <strong>{users}</strong>
          <span>{t('administration.accounts')}</span>
        </Link>
      </li>
      {shownStates.map((status) => (
        <li key={status}>
          <Link to={`/administration/applications?state=${status}`}>
            <strong>{numberOf(status)}</strong>
            <span>{t(`administration.state.${status}`)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Whether the audit log is whole, as of the last check. */
function AuditState({ check }: { check: Data['check'] }) {
  const t = useTranslate();
  const language = useLanguage();
  if (!check) return null;
  const when = formatInstant(check.at, language, siteZone);
  return (
    <p>
      {check.brokenSeq === null
        ? t('audit.sound', { when, count: check.entries })
        : t('audit.broken', { when, number: check.brokenSeq })}
    </p>
  );
}
