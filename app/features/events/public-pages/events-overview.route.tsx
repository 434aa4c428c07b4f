import { actorContext } from '~/policy/actor';
import { withCovers } from '~/features/content/covers/covers.server';
import { findSiteText } from '~/features/content/pages/pages.server';
import { SiteText } from '~/features/content/pages/site-text';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import type { CacheableHandle } from '~/answers/page-tags';
import { siteMeta } from '~/site/site-meta';
import { pageNumber, pagePath } from '~/ui/page-number';
import { pageAddress, Pagination } from '~/ui/pagination';
import reading from '~/ui/reading.module.css';
import type { Route } from './+types/events-overview.route';
import { EventList } from './event-list';
import {
  countPastEvents,
  listPastEvents,
  listUpcomingEvents,
  pastPerPage,
} from '~/features/events/events.server';

export const handle = {
  cache: { tags: ['events', 'pages'], query: ['page'] },
} satisfies CacheableHandle;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const language = context.get(languageContext);
  const t = translateIn(language);
  const pages = Math.max(1, Math.ceil((await countPastEvents(actor)) / pastPerPage));
  const page = pageNumber(new URL(request.url).searchParams, pages);
  const [upcoming, past] = await Promise.all([
    listUpcomingEvents(actor, { language }),
    listPastEvents(actor, page, language),
  ]);
  const introduction = await findSiteText(actor, 'text-events', language);
  return {
    introduction,
    upcoming: await withCovers(actor, upcoming),
    past: await withCovers(actor, past),
    page,
    pages,
    title: t('events.title'),
    description: t('events.description'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { title, description, page } = loaderData;
  return siteMeta(matches, { title, description, path: pagePath('/events/overview', page) });
}

export default function EventsOverview({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { introduction, upcoming, past, page, pages } = loaderData;
  return (
    <div className={reading.page}>
      <h1>{t('events.title')}</h1>
      <SiteText text={introduction} label={t('site-text.introduction')} />
      <section aria-labelledby="upcoming">
        <h2 id="upcoming">{t('events.upcoming')}</h2>
        <EventList events={upcoming} empty={t('events.none-upcoming')} headingLevel={3} />
      </section>
      <p data-no-print>
        <a href={`/events/calendar.ics?language=${language}`}>{t('events.subscribe')}</a>
      </p>
      <section aria-labelledby="past">
        <h2 id="past">{t('events.past')}</h2>
        <EventList events={past} empty={t('events.none-past')} headingLevel={3} />
        <Pagination
          page={page}
          pages={pages}
          address={(number) => `${pageAddress({})(number)}#past`}
        />
      </section>
    </div>
  );
}
