import { actorContext, isSignedIn } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { withCovers } from '~/features/content/covers/covers.server';
import { listUpcomingEvents } from '~/features/events/events.server';
import { listLatestHeadlines } from '~/features/content/news/news.server';
import { languageContext } from '~/i18n/language.server';
import type { CacheableHandle } from '~/answers/page-tags';
import { withLead } from '~/features/writing/rendered-texts/rendered-texts.server';
import { siteMeta } from '~/site/site-meta';
import type { Route } from './+types/home.route';
import { countFigures } from './figures.server';
import { HomeView } from './home-view';
import { loadNewForMember } from './new-for-member.server';
import { askedLanguage, pageLinks } from '~/site/page-links';
import { findSiteText, getPage } from '~/features/content/pages/pages.server';

export const handle = {
  cache: { tags: ['pages', 'news', 'articles', 'events', 'decisions'], query: ['language'] },
} satisfies CacheableHandle;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const language = context.get(languageContext);
  const asked = askedLanguage(request);
  const [page, announcement, events, headlines, newForMember, figures] = await Promise.all([
    getPage(actor, 'home', asked ?? language).catch(throwErrorResponse),
    findSiteText(actor, 'text-announcement', language),
    listUpcomingEvents(actor, { limit: 3, language }),
    listLatestHeadlines(actor, language, 5),
    loadNewForMember(actor, language),
    isSignedIn(actor) ? [] : countFigures(actor),
  ]);
  const { title, description, body, rendered, languages } = page;
  const text = { title, description, body, rendered, language: page.language, languages };
  return {
    page: withLead(text),
    asked,
    announcement,
    events: await withCovers(actor, events),
    headlines: await withCovers(actor, headlines),
    newForMember,
    figures,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { asked, page } = loaderData;
  const { title, description, languages } = page;
  const links = pageLinks('home', { languages, asked });
  return siteMeta(matches, { title, description, ...links });
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return <HomeView {...loaderData} />;
}
