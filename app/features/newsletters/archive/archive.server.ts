import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { type Actor, anonymous } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { isWithdrawnFromPublic } from '~/features/content/publishing/publishing.server';
import { isUuid } from '~/lib/is-uuid';
import { withHtml } from '~/features/writing/rendered-texts/rendered-texts.server';
import { authorise } from '~/policy/permissions';

const { newsletters } = schema;

/** Once sent, also while one address is sent it again. */
const isPublic = and(isNotNull(newsletters.finishedAt), eq(newsletters.inArchive, true));

const headColumns = {
  id: newsletters.id,
  subject: newsletters.subject,
  language: newsletters.language,
  finishedAt: newsletters.finishedAt,
};

/** The newsletters that anybody may read, the latest first; nothing of those who received them. */
export async function listArchive(actor: Actor) {
  authorise(actor, 'newsletter.read-archive');
  return db()
    .select(headColumns)
    .from(newsletters)
    .where(isPublic)
    .orderBy(desc(newsletters.finishedAt))
    .limit(500);
}

/**
 * One of them, as it was sent, but without what was taken back since: that shall not be read here
 * either. @throws AppError `error.not-found`
 */
export async function getArchived(actor: Actor, id: string) {
  authorise(actor, 'newsletter.read-archive');
  const [row] = isUuid(id)
    ? await db()
        .select({
          ...headColumns,
          body: newsletters.body,
          rendered: newsletters.rendered,
          items: newsletters.printed,
        })
        .from(newsletters)
        .where(and(isPublic, eq(newsletters.id, id)))
    : [];
  if (!row) throw new AppError('error.not-found');
  const { language } = row;
  const items = [];
  for (const item of row.items ?? []) {
    if (!(await isWithdrawnFromPublic(anonymous, { language, ...item }))) items.push(item);
  }
  return { ...withHtml(row), items };
}
