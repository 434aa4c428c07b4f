import { and, desc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import { type Actor, isSignedIn } from '~/policy/actor';
import { db, schema, type Transaction, transaction, takeTurn } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { readRichText } from '~/rich-text/rich-text-input';
import { authorise } from '~/policy/permissions';
import { type DraftInput, type StoredDraft, placeField, type SavedDraft } from './draft-schemas';

const { drafts } = schema;

/** The limits of drafts per member; further drafts are refused, existing ones are kept. */
const maxDrafts = 200;
const maxBytes = 20_000_000;

/** Only room for what is not yet ready; the limits of what is posted are checked then. */
const draftLimits = {
  maximum: 60_000,
  mayBeEmpty: true,
  hasHeadings: true,
  hasTables: true,
  hasPictures: true,
};

/** The actor's draft for a place, or null. */
export async function findDraft(actor: Actor, place: string): Promise<StoredDraft | null> {
  authorise(actor, 'draft.save-own');
  if (!isSignedIn(actor)) return null;
  const [draft] = await db()
    .select({
      version: drafts.version,
      body: drafts.body,
      fields: drafts.fields,
      mark: drafts.mark,
    })
    .from(drafts)
    .where(and(eq(drafts.userId, actor.id), eq(drafts.place, place)));
  return draft ?? null;
}

/**
 * Saves the actor's draft unless it has changed since the version that the
 * tab knows or since one of its own sendings; otherwise says what is there now, and changes nothing.
 * Nor does it where the actor has as many drafts as are kept.
 */
export async function saveDraft(actor: Actor, input: DraftInput): Promise<SavedDraft> {
  authorise(actor, 'draft.save-own');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  const read = readRichText(input.body, 'json', draftLimits);
  if (!read.ok) throw new AppError('error.invalid-input');
  const { place, version, mark, fields } = input;
  const values = { body: read.text, fields, mark, updatedAt: new Date() };
  return transaction(async (tx) => {
    if (!(await hasRoom(tx, actor.id, input))) return { kind: 'full' };
    const [begun] =
      version === 0
        ? await tx
            .insert(drafts)
            .values({ ...values, userId: actor.id, place })
            .onConflictDoNothing()
            .returning({ version: drafts.version })
        : [];
    if (begun) return { kind: 'saved', version: begun.version };
    const [draft] = await tx
      .update(drafts)
      .set({ ...values, version: sql`${drafts.version} + 1` })
      .where(
        and(
          eq(drafts.userId, actor.id),
          eq(drafts.place, place),
          or(eq(drafts.version, version), inArray(drafts.mark, input.known)),
        ),
      )
      .returning({ version: drafts.version });
    return draft
      ? { kind: 'saved', version: draft.version }
      : { kind: 'conflict', other: await findDraft(actor, place) };
  });
}

/** Whether a draft may be kept beside the others of its writer, of which several may be sent at once. */
async function hasRoom(
  tx: Transaction,
  userId: string,
  { place, body, fields }: DraftInput,
): Promise<boolean> {
  await takeTurn(tx, `drafts ${userId}`);
  const [others] = await tx
    .select({
      count: sql<number>`count(*)::int`,
      bytes: sql<number>`coalesce(sum(octet_length(${drafts.body}::text)
        + octet_length(${drafts.fields}::text)), 0)::float8`,
    })
    .from(drafts)
    .where(and(eq(drafts.userId, userId), ne(drafts.place, place)));
  const own = Buffer.byteLength(body) + Buffer.byteLength(JSON.stringify(fields));
  return others !== undefined && others.count < maxDrafts && others.bytes + own <= maxBytes;
}

/** Removes a draft that has become what it was for. For other front doors. */
export async function clearDraft(tx: Transaction, userId: string, place: string): Promise<void> {
  await tx.execute(draftRemoval(userId, place));
}

/** The same as part of another statement. */
export const draftRemoval = (userId: string, place: string): SQL =>
  sql`delete from ${drafts} where ${drafts.userId} = ${userId} and ${drafts.place} = ${place}`;

/** The actor's own drafts, the newest first. */
export async function listDrafts(actor: Actor) {
  authorise(actor, 'draft.save-own');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  return db()
    .select({
      place: drafts.place,
      body: drafts.body,
      fields: drafts.fields,
      updatedAt: drafts.updatedAt,
    })
    .from(drafts)
    .where(eq(drafts.userId, actor.id))
    .orderBy(desc(drafts.updatedAt), desc(drafts.id))
    .limit(maxDrafts);
}

/** Throws a draft of the actor's own away; a tab that still has it learns so when it saves. */
export async function discardDraft(actor: Actor, place: string): Promise<void> {
  authorise(actor, 'draft.save-own');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  // Nothing else can be kept, and the database refuses some of it.
  if (!placeField.safeParse(place).success) return;
  await db()
    .delete(drafts)
    .where(and(eq(drafts.userId, actor.id), eq(drafts.place, place)));
}

/**
 * The text that a draft changes has got another version by the same person's own doing, such as a
 * picture added beside it: the draft goes on from there. For other front doors.
 */
export async function rebaseDraft(
  tx: Transaction,
  draft: { userId: string | null; place: string },
  /** `field`: what the form calls the version that it was begun on. */
  { from, to, field = 'baseVersion' }: { from: number; to: number; field?: string },
): Promise<void> {
  if (!draft.userId) return;
  await tx
    .update(drafts)
    .set({
      fields: sql`jsonb_set(${drafts.fields}, ${`{${field}}`}::text[], to_jsonb(${String(to)}::text))`,
    })
    .where(
      and(
        eq(drafts.userId, draft.userId),
        eq(drafts.place, draft.place),
        sql`${drafts.fields} ->> ${field}::text = ${String(from)}`,
      ),
    );
}
