import { createHash } from 'node:crypto';
import { and, asc, desc, eq } from 'drizzle-orm';
import { type Actor, isSignedIn } from '~/policy/actor';
import { config } from '~/config/config.server';
import { db, schema, transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { isPublishedPage } from '~/features/content/pages/pages.server';
import { findOwnMembership } from '~/features/membership/membership.server';
import { shownTo } from '~/features/content/publishing/publishing.server';
import { authorise } from '~/policy/permissions';

const { agreementAcceptances, pages } = schema;

const slug = 'end-user-agreement';

/**
 * The agreement that members must accept, or null. It is required in the
 * language in which they would read it, and in that of the site: the later of the two requests
 * counts, and its text is what they get to see.
 */
async function askedFor(language: string) {
  const { acceptanceFrom, effectiveOn, title, body, rendered } = pages;
  const found = await db()
    .select({ language: pages.language, acceptanceFrom, effectiveOn, title, body, rendered })
    .from(pages)
    .where(and(eq(pages.slug, slug), isPublishedPage(new Date())))
    .orderBy(asc(pages.language));
  const read = await shownTo(language, { kind: 'page', slug, found });
  const ofSite = found.filter((text) => text.language === config().languages.default);
  const [asked] = [...(read ? [read] : []), ...ofSite]
    .flatMap((text) => {
      const from = text.acceptanceFrom;
      return from && from <= new Date() ? [{ ...text, acceptanceFrom: from }] : [];
    })
    .toSorted((a, b) => Number(b.acceptanceFrom) - Number(a.acceptanceFrom));
  if (!asked) return null;
  // The seal is of what was written: how it is rendered is no part of it.
  const { rendered: _rendered, ...text } = asked;
  return { ...asked, seal: sealOf(text) };
}

/** A digest of the text, which changes with every letter. */
const sealOf = (text: object) => createHash('sha256').update(JSON.stringify(text)).digest('hex');

/**
 * The changed agreement that the actor has not accepted yet; null when there is nothing to ask.
 * An application accepts the agreement of the day it was sent on. An account that nobody applied for
 * has accepted none.
 */
export async function findOpenAgreement(actor: Actor, language: string) {
  authorise(actor, 'agreement.accept');
  const asked = await askedFor(language);
  if (!asked || !isSignedIn(actor)) return null;
  const applied = await findOwnMembership(actor);
  if (applied && applied.consentedAt > asked.acceptanceFrom) return null;
  const [last] = await db()
    .select({ acceptanceFrom: agreementAcceptances.acceptanceFrom })
    .from(agreementAcceptances)
    .where(eq(agreementAcceptances.userId, actor.id))
    .orderBy(desc(agreementAcceptances.acceptanceFrom))
    .limit(1);
  return last && last.acceptanceFrom >= asked.acceptanceFrom ? null : asked;
}

/**
 * Notes that the actor accepts the agreement as it was shown.
 * @param shown the seal of the text that the page had
 * @throws AppError `error.changed-meanwhile` when another version is in force by now
 */
export async function acceptAgreement(
  actor: Actor,
  { shown, language }: { shown: string; language: string },
): Promise<void> {
  authorise(actor, 'agreement.accept');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  const asked = await askedFor(language);
  if (asked?.seal !== shown) throw new AppError('error.changed-meanwhile');
  const { acceptanceFrom, effectiveOn } = asked;
  await transaction(async (tx) => {
    const noted = await tx
      .insert(agreementAcceptances)
      .values({ userId: actor.id, acceptanceFrom, effectiveOn, language: asked.language })
      .onConflictDoNothing()
      .returning({ id: agreementAcceptances.id });
    if (noted.length === 0) return;
    await appendAudit(tx, actor, {
      action: 'agreement.accept',
      target: { kind: 'page', id: slug },
      subjectId: actor.id,
      changes: { version: { to: acceptanceFrom.toISOString() } },
    });
  });
}

/**
 * Where to go after sign-in: the wanted page, by way of the agreement while a changed one is asked
 * for. Who has accepted it already is led on from there at once.
 */
export async function pathAfterSignIn(actor: Actor, wanted: string, language: string) {
  authorise(actor, 'publication.read');
  if (!(await askedFor(language))) return wanted;
  return `/agreement?redirectUrl=${encodeURIComponent(wanted)}`;
}
