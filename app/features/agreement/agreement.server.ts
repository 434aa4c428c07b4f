import { and, desc, eq, inArray, lte } from 'drizzle-orm';
import { type Actor, isSignedIn } from '~/actor';
import { config } from '~/config.server';
import { db, schema, transaction } from '~/db/db.server';
import { AppError } from '~/errors';
import { appendAudit } from '~/features/audit/audit.server';
import { isPublishedPage } from '~/features/pages/pages.server';
import { authorise } from '~/permissions';

const { agreementAcceptances, pages, users } = schema;

/** The version of the agreement that members are asked to accept, in their language; or null. */
async function askedFor(language: string) {
  const fallback = config().languages.default;
  const { acceptanceFrom, effectiveOn } = pages;
  const rows = await db()
    .select({ acceptanceFrom, effectiveOn, language: pages.language })
    .from(pages)
    .where(
      and(
        eq(pages.slug, 'end-user-agreement'),
        isPublishedPage(new Date()),
        inArray(pages.language, [language, fallback]),
        lte(pages.acceptanceFrom, new Date()),
      ),
    )
    .orderBy(desc(acceptanceFrom));
  const row = rows.find((one) => one.language === language) ?? rows[0];
  return row?.acceptanceFrom ? { ...row, acceptanceFrom: row.acceptanceFrom } : null;
}

/**
 * The changed agreement that the actor has not accepted yet; null when there is nothing to ask.
 * Whoever came after the change has accepted it with the application or the invitation.
 */
export async function findOpenAgreement(actor: Actor, language: string) {
  authorise(actor, 'agreement.accept');
  const asked = await askedFor(language);
  if (!asked || !isSignedIn(actor)) return null;
  const [user] = await db()
    .select({ createdAt: users.createdAt })
    .from(users)
    .where(eq(users.id, actor.id));
  if (!user || user.createdAt > asked.acceptanceFrom) return null;
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
 * @param shown the moment that names the version, as the page had it
 * @throws AppError `error.changed-meanwhile` when another version is in force by now
 */
export async function acceptAgreement(
  actor: Actor,
  { shown, language }: { shown: string; language: string },
): Promise<void> {
  authorise(actor, 'agreement.accept');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  const asked = await askedFor(language);
  if (!asked || asked.acceptanceFrom.toISOString() !== shown) {
    throw new AppError('error.changed-meanwhile');
  }
  await transaction(async (tx) => {
    const noted = await tx
      .insert(agreementAcceptances)
      .values({ userId: actor.id, ...asked })
      .onConflictDoNothing()
      .returning({ id: agreementAcceptances.id });
    if (noted.length === 0) return;
    await appendAudit(tx, actor, {
      action: 'agreement.accept',
      target: { kind: 'page', id: 'end-user-agreement' },
      subjectId: actor.id,
      changes: { version: { to: asked.acceptanceFrom.toISOString() } },
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
