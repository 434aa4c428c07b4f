import { EventList } from '~/features/events/public-pages/event-list';
import { NextEvent } from '~/features/events/public-pages/next-event';
import { HeadlineList } from '~/features/content/news/headline-list';
import { PageLanguageNotice } from '~/features/content/reading/article-footer';
import { NewsletterBox } from '~/features/identity/subscriptions/newsletter-box';
import { useLangOf, useTranslate } from '~/i18n/translation-context';
import type { SplitText } from '~/rich-text/rendered-text';
import { RawHtml } from '~/ui/rich-text/raw-html';
import { Figures } from './figures';
import type { Figure } from './figures.server';
import classes from './home.module.css';
import { MemberNews } from './member-news';
import type { NewForMember } from './new-for-member.server';
import { SiteText } from '~/features/content/pages/site-text';
import { SiteLink } from '~/ui/site-link';

type HomeViewProps = {
  page: { title: string; language: string; languages: readonly string[] } & SplitText;
  announcement: Parameters<typeof SiteText>[0]['text'];
  events: Parameters<typeof EventList>[0]['events'];
  headlines: Parameters<typeof HeadlineList>[0]['headlines'];
  /** Of a person who is signed in. */
  newForMember: NewForMember | null;
  /** For visitors. */
  figures?: readonly Figure[];
};

/** The home page, as everybody reads it and as a preview shows it. */
export function HomeView(props: HomeViewProps) {
  const { page, announcement, events, headlines, newForMember, figures = [] } = props;
  const t = useTranslate();
  const foreign = useLangOf()(page.language);
  return (
    <div className={newForMember ? `${classes.home} ${classes.ofMember}` : classes.home}>
      <SiteText text={announcement} label={t('site-text.announcement')} />
      {newForMember ? (
        <MemberNews news={newForMember} />
      ) : (
        <>
          <PageLanguageNotice slug="home" {...page} />
          <Welcome page={page} foreign={foreign} />
        </>
      )}
      <section className={classes.events} aria-labelledby="next-events">
        <h2 id="next-events">{t('home.events')}</h2>
        <Events events={events} />
        <p className={classes.more}>
          <SiteLink to="/events/overview">{t('home.all-events')}</SiteLink>
        </p>
      </section>
      <Figures figures={figures} />
      <section className={classes.news} aria-labelledby="latest-news">
        <h2 id="latest-news">{t('home.news')}</h2>
        <HeadlineList headlines={headlines} empty={t('news.none')} headingLevel={3} />
        <p className={classes.more}>
          <SiteLink to="/news">{t('home.all-news')}</SiteLink>
        </p>
      </section>
      {!newForMember && page.rest !== null && (
        <div className={classes.rest} lang={foreign}>
          <RawHtml html={page.rest} />
        </div>
      )}
      {!newForMember && (
        <section className={classes.newsletter} aria-labelledby="newsletter">
          <h2 id="newsletter">{t('subscribe.title')}</h2>
          <NewsletterBox />
        </section>
      )}
    </div>
  );
}

/** The next event one can go to on a card, and what comes beside it. */
function Events({ events }: Pick<HomeViewProps, 'events'>) {
  const t = useTranslate();
  const next = events.find(({ type, status }) => type !== 'deadline' && status !== 'cancelled');
  const others = events.filter((event) => event !== next);
  return (
    <>
      {next && <NextEvent event={next} />}
      {(!next || others.length > 0) && (
        <EventList events={others} empty={t('events.none-upcoming')} headingLevel={3} />
      )}
    </>
  );
}

/** What the association is, and the ways to it. */
function Welcome({ page, foreign }: Pick<HomeViewProps, 'page'> & { foreign?: string }) {
  const t = useTranslate();
  return (
    <section className={classes.welcome}>
      <h1 lang={foreign}>{page.title}</h1>
      <div className={classes.lead} lang={foreign}>
        <RawHtml html={page.lead} />
      </div>
      <p className={classes.ways}>
        <SiteLink className={classes.primary} to="/membership">
          {t('home.join')}
        </SiteLink>
        <SiteLink className={classes.secondary} to="/about">
          {t('home.about')}
        </SiteLink>
      </p>
    </section>
  );
}
