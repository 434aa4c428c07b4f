import { Link } from 'react-router';
import { RegistrationBox } from '~/features/registrations/registration-box';
import { useTranslate } from '~/i18n/translation-context';
import reading from '~/ui/reading.module.css';
import { RichTextView } from '~/ui/rich-text';
import { EventFacts } from './event-facts';
import { Programme } from './event-programme';
import type { getEvent } from './events.server';

type EventViewProps = {
  event: Awaited<ReturnType<typeof getEvent>>;
} & Omit<Parameters<typeof RegistrationBox>[0], 'event'>;

/** An event as everybody reads it, and as a preview shows it. */
export function EventView({ event, ...reader }: EventViewProps) {
  const t = useTranslate();
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
              <RegistrationBox event={event} {...reader} />
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
