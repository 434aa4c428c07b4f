import { and, asc, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm';
import { type Database, schema, type Transaction } from '~/db/db.server';
import { inReadersLanguage } from '~/i18n/readers-language.server';

const { eventTranslations } = schema;

/** What visitors read of an event's translations, as long as they see the event itself. */
export function isTranslationShown(now = new Date()) {
  return and(
    // A scheduled text appears by the clock, on every node at its moment.
    inArray(eventTranslations.status, ['published', 'scheduled']),
    lte(eventTranslations.publishAt, now),
    or(isNull(eventTranslations.expireAt), gt(eventTranslations.expireAt, now)),
  );
}

const { translationGroup: eventId, language, title, summary, body, rendered } = eventTranslations;
const { corrections, coverAlt } = eventTranslations;
const { sessions, questions, feeText, photoPolicy, cancelledReason } = eventTranslations;

/** What lists show of the translations of these events, as far as visitors read them. */
export async function findTranslations(connection: Database | Transaction, ids: string[]) {
  if (ids.length === 0) return [];
  return connection
    .select({ eventId, language, title, summary })
    .from(eventTranslations)
    .where(and(inArray(eventId, ids), isTranslationShown()));
}

/** All that the translations of one event say, as far as visitors read them. */
export function findWholeTranslations(connection: Database | Transaction, id: string) {
  return connection
    .select({
      eventId,
      language,
      title,
      summary,
      body,
      rendered,
      corrections,
      coverAlt,
      sessions,
      questions,
      feeText,
      photoPolicy,
      cancelledReason,
    })
    .from(eventTranslations)
    .where(and(eq(eventId, id), isTranslationShown()))
    .orderBy(asc(language));
}

/**
 * What an event says in the reader's language, else in that of the site, else in its own.
 * @param reader absent: the language of the site
 */
export function wordsFor<
  Event extends { id: string; language: string },
  Translation extends { eventId: string; language: string },
>(event: Event, translations: readonly Translation[], reader?: string): Event | Translation {
  const own = translations.filter(({ eventId }) => eventId === event.id);
  return inReadersLanguage<Event | Translation>([event, ...own], reader);
}
