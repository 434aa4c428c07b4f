import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site/site-meta';
import reading from '~/ui/reading.module.css';
import type { Route } from './+types/public-statistics.route';
import { getPublicStatistics } from './analytics.server';
import { PeriodForm } from './period-form';
import { periodOf } from './periods';
import { StatisticsTables } from './statistics-tables';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const statistics = await getPublicStatistics(actor, periodOf(request.url)).catch(
    throwErrorResponse,
  );
  return { title: translateIn(context.get(languageContext))('statistics.title'), statistics };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/statistics', description: loaderData?.title ?? '' };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

/** Shows everybody exactly what the statistics hold. */
export default function PublicStatistics({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  return (
    <div className={reading.page}>
      <h1>{t('statistics.title')}</h1>
      <p className={reading.lead}>{t('statistics.public-intro')}</p>
      <PeriodForm days={loaderData.statistics.days} />
      <StatisticsTables statistics={loaderData.statistics} />
    </div>
  );
}
