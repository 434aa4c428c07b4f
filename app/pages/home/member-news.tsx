import type { ReactNode } from 'react';
import { TopicTitle } from '~/features/forum/topics/topic-title';
import { NewInFollows } from '~/features/decisions/following/new-in-follows';
import { eventDates } from '~/features/events/public-pages/event-dates';
import { useLangOf, useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import { SiteLink } from '~/ui/site-link';
import classes from './member-news.module.css';
import type { NewForMember } from './new-for-member.server';
import { EmptyState } from '~/ui/empty-state';

/** What a member's home begins with: what is new for this person, and what waits. */
export function MemberNews({ news }: { news: NewForMember }) {
  const t = useTranslate();
  const { name, unread, library, registrations } = news;
  return (
    <div className={classes.news}>
      <header className={classes.head}>
        <h1>{name ? t('home.welcome', { name }) : t('home.welcome-nobody')}</h1>
        <nav className={classes.shortcuts} aria-label={t('home.shortcuts')}>
          <Shortcut to="/intranet" label={t('nav.intranet')}>
            {t('home.new-documents-count', { count: library.count })}
          </Shortcut>
          <Shortcut to="/forum?list=unread" label={t('nav.forum')}>
            {t('home.unread-count', { count: unread.count })}
          </Shortcut>
        </nav>
      </header>
      <Waiting news={news} />
      <div className={classes.cards}>
        <Forum unread={unread} answers={news.answers} />
        <Documents documents={library.documents} />
        {news.followed && <Followed news={news.followed} />}
        <Registrations registrations={registrations} />
      </div>
    </div>
  );
}

function Shortcut({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  return (
    <SiteLink to={to} className={classes.shortcut}>
      <strong>{label}</strong>
      <span>{children}</span>
    </SiteLink>
  );
}

/** What only this person can bring to an end. */
function Waiting({ news: { tasks, drafts, proposals } }: { news: NewForMember }) {
  const t = useTranslate();
  const entries = [
    {
      count: tasks?.applications ?? 0,
      to: '/administration/applications?state=waiting',
      text: 'administration.task.applications',
    },
    {
      count: tasks?.reviews ?? 0,
      to: '/administration/flags',
      text: 'administration.task.reviews',
    },
    {
      count: tasks?.appeals ?? 0,
      to: '/administration/flags?state=appealed',
      text: 'administration.task.appeals',
    },
    {
      count: tasks?.proposals ?? 0,
      to: '/administration/decisions',
      text: 'administration.task.decision-proposals',
    },
    {
      count: proposals,
      to: '/decisions/proposals',
      text: 'administration.task.decision-proposals',
    },
    { count: drafts, to: '/forum/drafts', text: 'home.drafts' },
  ] as const;
  const open = entries.filter(({ count }) => count > 0);
  if (open.length === 0) return null;
  return (
    <section className={classes.waiting} aria-labelledby="waiting">
      <h2 id="waiting">{t('home.waiting')}</h2>
      <ul>
        {open.map(({ to, text, count }) => (
          <li key={to}>
            <SiteLink to={to}>{t(text, { count })}</SiteLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

type CardProps = { id: string; title: string; to: string; all: string; children: ReactNode };

function Card({ id, title, to, all, children }: CardProps) {
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
      <p className={classes.all}>
        <SiteLink to={to}>{all}</SiteLink>
      </p>
    </section>
  );
}

function Forum({ unread, answers }: Pick<NewForMember, 'unread' | 'answers'>) {
  const t = useTranslate();
  const language = useLanguage();
  const isQuiet = unread.topics.length === 0;
  // The answer leads to its topic already.
  const others = unread.topics.filter(({ id }) => !answers.some(({ topic }) => topic === id));
  return (
    <Card
      id="unread"
      title={t('home.forum')}
      to={isQuiet ? '/forum' : '/forum?list=unread'}
      all={t(isQuiet ? 'home.to-forum' : 'home.all-unread')}
    >
      {isQuiet && <EmptyState>{t('home.nothing-unread')}</EmptyState>}
      <ul className={classes.list}>
        {answers.map(({ id, title, at }) => (
          <li key={id}>
            <SiteLink to={`/forum/comment/${id}`}>
              <TopicTitle title={title} />
            </SiteLink>
            <span className={classes.meta}>
              <strong>{t('home.answer')}</strong> · {formatDate(at, language)}
            </span>
          </li>
        ))}
        {others.map((topic) => (
          <li key={topic.id}>
            <SiteLink to={`/forum/topic/${topic.id}?unread`}>
              <TopicTitle title={topic.title} />
            </SiteLink>
            <span className={classes.meta}>
              {t('forum.unread', { count: topic.unread })} · <bdi>{topic.category.name}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Documents({ documents }: Pick<NewForMember['library'], 'documents'>) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <Card id="documents" title={t('home.documents')} to="/intranet" all={t('home.to-library')}>
      {documents.length === 0 && <EmptyState>{t('home.no-documents')}</EmptyState>}
      <ul className={classes.list}>
        {documents.map(({ id, title, at }) => (
          <li key={id}>
            <SiteLink to={`/intranet/documents/${id}`}>
              <bdi>{title}</bdi>
            </SiteLink>
            <span className={classes.meta}>{formatDate(at, language)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** How many decisions the home page lists. */
const mostFollowed = 4;

function Followed({ news }: { news: NonNullable<NewForMember['followed']> }) {
  const t = useTranslate();
  return (
    <Card
      id="followed"
      title={t('home.follows')}
      to="/settings/following"
      all={t('home.to-follows')}
    >
      <NewInFollows news={news} most={mostFollowed} from="page" />
    </Card>
  );
}

function Registrations({ registrations }: Pick<NewForMember, 'registrations'>) {
  const t = useTranslate();
  const language = useLanguage();
  const langOf = useLangOf();
  return (
    <Card
      id="registrations"
      title={t('home.registrations')}
      to="/events/overview"
      all={t('home.all-events')}
    >
      {registrations.length === 0 && <EmptyState>{t('home.no-registrations')}</EmptyState>}
      <ul className={classes.list}>
        {registrations.map((event) => (
          <li key={event.slug}>
            <SiteLink to={`/events/${event.slug}/registration`} lang={langOf(event.language)}>
              {event.title}
            </SiteLink>
            <span className={classes.meta}>
              {eventDates(event, language)} ·{' '}
              {event.isCancelled
                ? t('events.is-cancelled')
                : t(`registration.state.${event.status}`)}
              {event.changeUntil && (
                <>
                  <br />
                  {t('home.change-until', {
                    date: formatDate(event.changeUntil.slice(0, 10), language),
                  })}
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
