import { actorContext } from '~/policy/actor';
import { config } from '~/config/config.server';
import { throwErrorResponse } from '~/answers/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site/site-meta';
import classes from '~/ui/form.module.css';
import type { Route } from './+types/statistics.route';
import { getStatistics } from './analytics.server';
import { PeriodForm } from './period-form';
import { periodOf } from './periods';
import { StatisticsTables } from './statistics-tables';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const statistics = await getStatistics(actor, periodOf(request.url)).catch(throwErrorResponse);
  const title = translateIn(context.get(languageContext))('statistics.title');
  return { title, statistics, isOn: config().flags.analytics };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/statistics', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

/** What readers look for, in totals; nothing more is known. */
export default function StatisticsPage({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { statistics, isOn } = loaderData;
  return (
    <div className={classes.wide}>
      <h1>{t('statistics.title')}</h1>
      <p>{t(isOn ? 'statistics.intro' : 'statistics.off')}</p>
      <PeriodForm days={statistics.days} />
      <StatisticsTables statistics={statistics} />
    </div>
  );
}
