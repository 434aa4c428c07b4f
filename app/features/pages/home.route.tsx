import { Link } from 'react-router';
import { actorContext } from '~/actor';
import { showErrorPage } from '~/error-response.server';
import { EventList } from '~/features/events/event-list';
import { listUpcomingEvents } from '~/features/events/events.server';
import { HeadlineList } from '~/features/news/headline-list';
import { listHeadlines } from '~/features/news/news.server';
import { NewsletterBox } from '~/features/subscriptions/newsletter-box';
import { languageContext } from '~/i18n/language.server';
import { useTranslate } from '~/i18n/translation-context';
import type { PageKeeping } from '~/lib/page-keeping';
import { siteMeta } from '~/site-meta';
import { splitAtHeading } from '~/lib/rich-text-words';
import { RichTextView } from '~/ui/rich-text';
import type { Route } from './+types/home.route';
import classes from './home.module.css';
import { getPage } from './pages.server';

export const handle = {
  keep: { tags: ['pages', 'news', 'articles', 'events'] },
} satisfies PageKeeping;

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const language = context.get(languageContext);
  const [page, events, headlines] = await Promise.all([
    getPage(actor, 'home', language).catch(showErrorPage),
    listUpcomingEvents(actor, 3),
    listHeadlines(actor, { language }, 5),
  ]);
  return {
    page: { title: page.title, description: page.description, body: page.body },
    events,
    headlines,
    isVisitor: actor.id === null,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { title, description } = loaderData.page;
  return siteMeta(matches, { title, description, path: '/' });
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { page, events, headlines, isVisitor } = loaderData;
  const { lead, rest } = splitAtHeading(page.body);
  return (
    <div className={classes.home}>
      <section className={classes.welcome}>
        <h1>{page.title}</h1>
        <div className={classes.lead}>
          <RichTextView text={lead} />
        </div>
        <p className={classes.ways}>
          {isVisitor && (
            <Link className={classes.primary} to="/membership">
              {t('home.join')}
            </Link>
          )}
          <Link className={classes.secondary} to="/about">
            {t('home.about')}
          </Link>
        </p>
      </section>
      <section className={classes.events} aria-labelledby="next-events">
        <h2 id="next-events">{t('home.events')}</h2>
        <EventList events={events} empty={t('events.none-upcoming')} headingLevel={3} />
        <p className={classes.more}>
          <Link to="/events/overview">{t('home.all-events')}</Link>
        </p>
      </section>
      <section className={classes.news} aria-labelledby="latest-news">
        <h2 id="latest-news">{t('home.news')}</h2>
        <HeadlineList headlines={headlines} empty={t('news.none')} headingLevel={3} />
        <p className={classes.more}>
          <Link to="/news">{t('home.all-news')}</Link>
        </p>
      </section>
      {rest.content.length > 0 && (
        <div className={classes.rest}>
          <RichTextView text={rest} />
        </div>
      )}
      {isVisitor && (
        <section className={classes.newsletter} aria-labelledby="newsletter">
          <h2 id="newsletter">{t('subscribe.title')}</h2>
          <NewsletterBox />
        </section>
      )}
    </div>
  );
}
