import { Link } from 'react-router';
import { actorContext, isSignedIn } from '~/actor';
import { RegistrationBox } from '~/features/registrations/registration-box';
import { findOwnRegistration } from '~/features/registrations/registrations.server';
import { leadOn } from '~/features/redirects/redirects.server';
import { useTranslate } from '~/i18n/translation-context';
import type { PageKeeping } from '~/lib/page-keeping';
import { siteMeta } from '~/site-meta';
import reading from '~/ui/reading.module.css';
import { RichTextView } from '~/ui/rich-text';
import type { Route } from './+types/event.route';
import { EventFacts } from './event-facts';
import { Programme } from './event-programme';
import { getEvent } from './events.server';

export const handle = { keep: { tags: ['events'] } } satisfies PageKeeping;

export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const event = await getEvent(actor, params.slug).catch((error: unknown) =>
    leadOn(actor, `/events/${params.slug}`, error),
  );
  if (!isSignedIn(actor) || event.registration !== 'internal') {
    return { event, isMember: isSignedIn(actor), maySeeList: false };
  }
  const own = await findOwnRegistration(actor, { slug: params.slug });
  return {
    event,
    isMember: true,
    status: own?.registration.status,
    maySeeList: event.attendeeList === 'members' || own?.maySeeList === true,
  };
}

const attendance = {
  'on-site': 'https://schema.org/OfflineEventAttendanceMode',
  online: 'https://schema.org/OnlineEventAttendanceMode',
  hybrid: 'https://schema.org/MixedEventAttendanceMode',
};

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { event } = loaderData;
  const place = [event.address, event.city, event.country].filter(Boolean).join(', ');
  return siteMeta(matches, {
    title: event.title,
    description: event.summary,
    path: `/events/${event.slug}`,
    noIndex: event.visibility === 'members',
    structured: {
      '@type': 'Event',
      name: event.title,
      description: event.summary,
      startDate: new Date(event.startsAtInstant).toISOString(),
      endDate: new Date(event.endsAtInstant).toISOString(),
      eventAttendanceMode: attendance[event.mode],
      eventStatus: `https://schema.org/Event${event.status === 'cancelled' ? 'Cancelled' : 'Scheduled'}`,
      organizer: { '@type': 'Organization', name: event.organiser },
      ...(event.mode === 'online'
        ? {}
        : { location: { '@type': 'Place', name: event.venue ?? event.city, address: place } }),
    },
  });
}

export default function EventPage({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { event } = loaderData;
  const isOffered = event.registration !== 'none' && event.status === 'published';
  return (
    <article className={reading.page}>
      <header className={reading.head}>
        <p className={reading.kind}>
          {t(`events.type.${event.type}`)}
          {event.visibility === 'members' && ` · ${t('events.members-only')}`}
        </p>
        <h1>{event.title}</h1>
        <p className={reading.lead}>{event.summary}</p>
      </header>
      {event.status === 'cancelled' && (
        <section className={reading.box} aria-labelledby="cancelled">
          <h2 id="cancelled">{t('events.is-cancelled')}</h2>
          {event.cancelledReason && <p>{event.cancelledReason}</p>}
        </section>
      )}
      <div className={reading.columns}>
        <aside className={reading.aside} aria-label={t('events.facts')}>
          <div className={reading.section}>
            <EventFacts event={event} />
          </div>
          {isOffered && (
            <section className={reading.section} aria-labelledby="registration" data-no-print>
              <h2 id="registration">{t('registration.heading')}</h2>
              <RegistrationBox {...loaderData} />
            </section>
          )}
          <p data-no-print>
            <a href={`/events/${event.slug}/calendar`} download>
              {t('events.to-calendar')}
            </a>
          </p>
        </aside>
        <div className={reading.main}>
          <RichTextView text={event.body} />
          <Programme sessions={event.sessions} />
          {(event.chathamHouse || event.photoPolicy) && (
            <section className={reading.section} aria-labelledby="rules">
              <h2 id="rules">{t('events.rules')}</h2>
              {event.chathamHouse && <p>{t('events.chatham-house')}</p>}
              {event.photoPolicy && <p>{event.photoPolicy}</p>}
            </section>
          )}
          {event.documents.length > 0 && (
            <section className={reading.section} aria-labelledby="documents">
              <h2 id="documents">{t('event-editor.documents')}</h2>
              <ul className={reading.plain}>
                {event.documents.map(({ label, url }) => (
                  <li key={`${label} ${url}`}>
                    <a href={url} rel="noreferrer">
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      </div>
      <p data-no-print>
        <Link to="/events/overview">{t('events.back')}</Link>
      </p>
    </article>
  );
}
