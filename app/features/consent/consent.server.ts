import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '~/policy/actor';
import { config, type Language } from '~/config/config.server';
import { db, schema, transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { translateIn } from '~/i18n/translations.server';
import {
  choicesAmong,
  consentIn,
  type ConsentChoices,
  denied,
  type OptionalService,
} from './consent-choice';
import { networkOf } from '~/lib/network-of';
import { authorise } from '~/policy/permissions';
import { consumeUse } from '~/platform/throttle.server';
import { consentServices, consentTextKeys, optionalAmong } from './consent-services';

const { consentReceipts, consentTexts } = schema;

/** Raised when the meaning of a service changes, so that everybody is asked again. */
const meaning = 3;

const short = (text: string) => createHash('sha256').update(text).digest('hex');

/** What is asked on this site, and its version: another version is asked again. */
export function askedConsent() {
  const services = consentServices(config().flags);
  const names = services.map(({ name, category }) => `${name}:${category}`);
  return { services, purposes: short([meaning, ...names].join(',')).slice(0, 8) };
}

/** The consent of the request's browser; none when it has not been asked. */
export function consentOf(headers: Headers): ConsentChoices {
  const { purposes } = askedConsent();
  return consentIn(headers.get('cookie'), { purposes, now: Date.now() })?.choices ?? denied;
}

/** Whether this request's browser has agreed to a service. */
export function hasConsent(headers: Headers, service: OptionalService): boolean {
  return consentOf(headers)[service];
}

export const givenConsentSchema = z.strictObject({
  receipt: z.string().regex(/^[0-9a-f]{32}$/),
  purposes: z.string().regex(/^[0-9a-f]{8}$/),
  language: z.enum(['en', 'fr', 'de']),
  choices: z.strictObject({ analytics: z.boolean(), errorTracking: z.boolean() }),
});
export type GivenConsent = z.output<typeof givenConsentSchema>;

/** Changes of consent accepted from one network address in an hour. */
const limit = { points: 60, duration: 3600 };

/**
 * Writes the receipt of a choice: what was asked, in which words, what was answered and when. No
 * address and no account stand in it. The same receipt sent twice is written once.
 * @throws AppError `error.changed-meanwhile` when the site asks something else by now, or nothing;
 *   `error.auth/too-many-requests`
 */
export async function recordConsent(
  actor: Actor,
  given: GivenConsent,
  clientAddress: string,
): Promise<void> {
  authorise(actor, 'consent.give');
  const { services, purposes } = askedConsent();
  if (given.purposes !== purposes || optionalAmong(services).length === 0) {
    throw new AppError('error.changed-meanwhile');
  }
  const counted = await consumeUse('consent', limit, networkOf(clientAddress));
  if (!counted.isWithin) throw new AppError('error.auth/too-many-requests');
  const translate = translateIn(given.language);
  const names = optionalAmong(services).map(({ name }) => translate(`consent.service.${name}`));
  const values = { services: names.join(', ') };
  const keys = consentTextKeys(services);
  const texts = Object.fromEntries(keys.map((key) => [key, translate(key, values)]));
  const textVersion = short(JSON.stringify([given.language, texts]));
  await transaction(async (tx) => {
    await tx
      .insert(consentTexts)
      .values({ version: textVersion, language: given.language, texts })
      .onConflictDoNothing();
    await tx
      .insert(consentReceipts)
      .values({
        id: given.receipt,
        givenAt: sql`now()`,
        purposes,
        textVersion,
        choices: choicesAmong(services, (service) => given.choices[service]),
      })
      .onConflictDoNothing();
  });
}

export type Receipt = {
  id: string;
  givenAt: Date;
  language: Language;
  texts: Record<string, string>;
  choices: ConsentChoices;
};

/**
 * The receipt with this number, with the words in which the question stood.
 * @throws AppError `error.not-found`
 */
export async function getReceipt(actor: Actor, id: string): Promise<Receipt> {
  authorise(actor, 'consent.give');
  if (!/^[0-9a-f]{32}$/.test(id)) throw new AppError('error.not-found');
  const [found] = await db()
    .select({
      id: consentReceipts.id,
      givenAt: consentReceipts.givenAt,
      language: consentTexts.language,
      texts: consentTexts.texts,
      choices: consentReceipts.choices,
    })
    .from(consentReceipts)
    .innerJoin(consentTexts, eq(consentTexts.version, consentReceipts.textVersion))
    .where(eq(consentReceipts.id, id));
  if (!found) throw new AppError('error.not-found');
  return { ...found, language: z.enum(['en', 'fr', 'de']).parse(found.language) };
}
