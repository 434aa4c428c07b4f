import { and, asc, eq } from 'drizzle-orm';
import type { Actor, MemberRole } from '~/policy/actor';
import { db, schema, type Transaction, transaction, takeTurn } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { isUuid } from '~/lib/is-uuid';
import { newId } from '~/lib/new-id';
import { authorise } from '~/policy/permissions';
import type { CategoryInput } from '~/features/forum/forum-schemas';

const { forumCategories, forumTopics } = schema;

/** All categories, archived ones too, for their administration. */
export function listAllCategories(actor: Actor) {
  authorise(actor, 'forum.administer');
  return db()
    .select()
    .from(forumCategories)
    .orderBy(asc(forumCategories.position), asc(forumCategories.name));
}

/** @throws AppError `error.not-found` */
export async function getCategory(actor: Actor, id: string) {
  authorise(actor, 'forum.administer');
  const [category] = isUuid(id)
    ? await db().select().from(forumCategories).where(eq(forumCategories.id, id))
    : [];
  if (!category) throw new AppError('error.not-found');
  return category;
}

/** Administrators read and write everywhere; members where the category says so. */
function rolesOf(membersMay: boolean): MemberRole[] {
  return membersMay ? ['ADMIN', 'DEV', 'USER'] : ['ADMIN', 'DEV'];
}

/**
 * Makes a category (`id` null) or changes one.
 * @returns its id
 * @throws AppError `error.not-found`, `error.changed-meanwhile`, `error.forum.slug-taken`
 */
export async function saveCategory(
  actor: Actor,
  id: string | null,
  input: CategoryInput,
): Promise<string> {
  authorise(actor, 'forum.administer');
  if (id !== null) await getCategory(actor, id);
  const { readUSER, writeUSER, version, ...fields } = input;
  const values = {
    ...fields,
    readRoles: rolesOf(readUSER),
    // Who may not read cannot write.
    writeRoles: rolesOf(readUSER && writeUSER),
  };
  return transaction(async (tx) => {
    await refuseTakenSlug(tx, fields.slug, id);
    const saved =
      id === null
        ? await insert(tx, actor, values)
        : await update(tx, actor, { id, version: version ?? 0, values });
    await appendAudit(tx, actor, {
      action: id === null ? 'category.create' : 'category.update',
      target: { kind: 'category', id: saved },
      changes: {
        readRoles: { to: values.readRoles },
        writeRoles: { to: values.writeRoles },
        archived: { to: values.archived },
      },
    });
    return saved;
  });
}

type Values = Omit<typeof forumCategories.$inferInsert, 'id'>;

async function insert(tx: Transaction, actor: Actor, values: Values): Promise<string> {
  const id = newId();
  await tx.insert(forumCategories).values({ ...values, id, createdBy: actor.id });
  return id;
}

async function update(
  tx: Transaction,
  actor: Actor,
  { id, version, values }: { id: string; version: number; values: Values },
): Promise<string> {
  const rows = await tx
    .update(forumCategories)
    .set({ ...values, updatedAt: new Date(), updatedBy: actor.id, version: version + 1 })
    .where(and(eq(forumCategories.id, id), eq(forumCategories.version, version)))
    .returning({ id: forumCategories.id });
  if (rows.length === 0) throw new AppError('error.changed-meanwhile');
  return id;
}

/** Serialised, so that the second of two saves with the same address gets an error. */
async function refuseTakenSlug(tx: Transaction, slug: string, id: string | null): Promise<void> {
  await takeTurn(tx, 'addresses of categories');
  const [holder] = await tx
    .select({ id: forumCategories.id })
    .from(forumCategories)
    .where(eq(forumCategories.slug, slug));
  if (holder && holder.id !== id) throw new AppError('error.forum.slug-taken');
}

/**
 * Removes a category that holds no topic; others can be archived.
 * @throws AppError `error.not-found`, `error.forum.category-not-empty`
 */
export async function deleteCategory(actor: Actor, id: string): Promise<void> {
  authorise(actor, 'forum.administer');
  if (!isUuid(id)) throw new AppError('error.not-found');
  await transaction(async (tx) => {
    // Locked first: a topic that is being opened in it is counted, not run into.
    const [category] = await tx
      .select({ id: forumCategories.id })
      .from(forumCategories)
      .where(eq(forumCategories.id, id))
      .for('update');
    if (!category) throw new AppError('error.not-found');
    const [used] = await tx
      .select({ id: forumTopics.id })
      .from(forumTopics)
      .where(eq(forumTopics.categoryId, id))
      .limit(1);
    if (used) throw new AppError('error.forum.category-not-empty');
    await tx.delete(forumCategories).where(eq(forumCategories.id, id));
    await appendAudit(tx, actor, { action: 'category.delete', target: { kind: 'category', id } });
  });
}
