import { Link } from 'react-router';
import { Corrections } from '~/features/content/articles/corrections';
import { Attachments, PageLanguageNotice } from '~/features/content/reading/article-footer';
import { CoverFigure } from '~/features/content/files/cover-figure';
import type { RelatedContent } from '~/features/content/publishing/publishing.server';
import { RegistrationBox } from '~/features/events/registrations/registration-box';
import { useLangOf, useTranslate } from '~/i18n/translation-context';
import reading from '~/ui/reading.module.css';
import type { CheckedHtml } from '~/rich-text/rendered-text';
import { CitingText } from '~/features/decisions/mentions/citing-text';
import { EventFacts } from './event-facts';
import { EventKind } from './event-kind';
import { Programme } from './event-programme';
import type { getEvent } from '~/features/events/events.server';

type EventViewProps = {
  event: Omit<Awaited<ReturnType<typeof getEvent>>, 'body' | 'rendered'> & { html: CheckedHtml };
  around: Pick<RelatedContent, 'cover' | 'attachments'>;
  /** The secret of a preview, while picture and files are not public. */
  preview?: string;
} & Omit<Parameters<typeof RegistrationBox>[0], 'event'>;

/** An event as everybody reads it, and as a preview shows it. */
export function EventView({ event, around, preview, ...reader }: EventViewProps) {
  const t = useTranslate();
  const langOf = useLangOf();
  const foreign = langOf(event.language);
  // Untranslated parts are in the event's own language.
  const own = langOf(event.ownLanguage);
  const isOffered = event.registration !== 'none' && event.status === 'published';
  return (
    <article className={reading.page}>
      <header className={reading.head}>
        <EventKind event={event} className={reading.kind} />
        <h1 lang={foreign}>{event.title}</h1>
        <p className={reading.lead} lang={foreign}>
          {event.summary}
        </p>
      </header>
      <PageLanguageNotice
        kind="event-translation"
        slug={event.slug}
        language={event.language}
        languages={event.languages}
      />
      {event.status === 'cancelled' && (
        <section className={reading.box} aria-labelledby="cancelled">
          <h2 id="cancelled">{t('events.is-cancelled')}</h2>
          {event.cancelledReason && (
            <p lang={langOf(event.spoken.cancelledReason)}>{event.cancelledReason}</p>
          )}
        </section>
      )}
      <CoverFigure
        cover={around.cover}
        alt={event.coverAlt}
        credit={event.coverCredit}
        preview={preview}
      />
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
            <a href={`/events/${event.slug}/calendar?language=${event.language}`} download>
              {t('events.to-calendar')}
            </a>
          </p>
        </aside>
        <div className={reading.main}>
          <div lang={foreign}>
            <CitingText html={event.html} />
          </div>
          <Programme sessions={event.sessions} />
          <Corrections corrections={event.corrections} lang={foreign} />
          {(event.chathamHouse || event.photoPolicy) && (
            <section className={reading.section} aria-labelledby="rules">
              <h2 id="rules">{t('events.rules')}</h2>
              {event.chathamHouse && <p>{t('events.chatham-house')}</p>}
              {event.photoPolicy && (
                <p lang={langOf(event.spoken.photoPolicy)}>{event.photoPolicy}</p>
              )}
            </section>
          )}
          {event.documents.length > 0 && (
            <section className={reading.section} aria-labelledby="documents">
              <h2 id="documents">{t('event-editor.documents')}</h2>
              <ul className={reading.plain} lang={own}>
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
          <Attachments files={around.attachments} preview={preview} />
        </div>
      </div>
      <p data-no-print>
        <Link to="/events/overview">{t('events.back')}</Link>
      </p>
    </article>
  );
}
