import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { countUsers } from '~/features/identity/accounts/accounts.server';
import { findLastAuditCheck, listLatestEntries } from '~/features/identity/audit/audit.server';
import { countApplicationsFor } from '~/features/membership/membership.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { siteMeta } from '~/site/site-meta';
import classes from '~/ui/form.module.css';
import type { Route } from './+types/administration.route';
import own from './administration.module.css';
import { Figures } from './figures';
import { LatelyHappened } from './lately-happened';
import { TaskList } from './task-list';
import { listTasks } from './tasks.server';
import { TrendCharts } from './trend-charts';
import { listTrends } from './trends.server';

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const [tasks, latest, users, applications, check, trends] = await Promise.all([
    listTasks(actor),
    listLatestEntries(actor, 8),
    countUsers(actor),
    countApplicationsFor(actor),
    findLastAuditCheck(actor),
    listTrends(actor),
  ]).catch(throwErrorResponse);
  return {
    title: translateIn(context.get(languageContext))('administration.title'),
    tasks,
    trends,
    latest,
    users,
    byStatus: applications.byStatus,
    check: check && { at: check.at, entries: check.entries, brokenSeq: check.brokenSeq },
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

/** What needs the administrator, what happened lately, and the figures of the association. */
export default function Administration({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  return (
    <div className={classes.wide}>
      <h1>{t('administration.title')}</h1>
      <section aria-labelledby="needs">
        <h2 id="needs">{t('administration.needs')}</h2>
        <TaskList tasks={loaderData.tasks} />
      </section>
      <section aria-labelledby="figures">
        <h2 id="figures">{t('administration.figures')}</h2>
        <Figures {...loaderData} />
        <TrendCharts trends={loaderData.trends} />
      </section>
      <section aria-labelledby="lately">
        <h2 id="lately">{t('administration.lately')}</h2>
        <LatelyHappened entries={loaderData.latest} />
        <AuditState check={loaderData.check} />
      </section>
    </div>
  );
}

type Data = Route.ComponentProps['loaderData'];

/** Whether the audit log is whole, as of the last check. */
function AuditState({ check }: { check: Data['check'] }) {
  const t = useTranslate();
  const language = useLanguage();
  if (!check) return null;
  const when = formatInstant(check.at, language, siteZone);
  return (
    <p className={own.soft}>
      {check.brokenSeq === null
        ? t('audit.sound', { when, count: check.entries })
        : t('audit.broken', { when, number: check.brokenSeq })}
    </p>
  );
}
