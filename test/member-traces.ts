import { db, schema } from '~/db/db.server';
import { makeApplication, makeUser, paragraphs } from '~/db/factories.server';
import { newId } from '~/lib/new-id';

const soon = () => new Date(Date.now() + 3_600_000);

function first<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('nothing was written');
  return row;
}

/** Something of a person in every table of the library, the forum, moderation and membership. */
export async function leaveTraces(userId: string): Promise<void> {
  await leaveDocuments(userId);
  await leaveApplication(userId);
  const { commentId, topicId, categoryId } = await leaveDiscussion(userId);
  await db().insert(schema.forumReadings).values({ userId, topicId, position: 1 });
  await db()
    .insert(schema.drafts)
    .values({ userId, place: 'new', body: paragraphs('A draft') });
  await db().insert(schema.forumFollows).values({ userId, categoryId, level: 'daily' });
  await db()
    .insert(schema.agreementAcceptances)
    .values({ userId, acceptanceFrom: soon(), language: 'en' });
  await db().insert(schema.forumMailSettings).values({ userId });
  await db().insert(schema.forumNotices).values({ userId, commentId });
  const reviewed = first(
    await db()
      .insert(schema.flaggedComments)
      .values({ commentId, authorId: userId, assigneeId: userId })
      .returning(),
  );
  await db()
    .insert(schema.flags)
    .values({
      flaggedCommentId: reviewed.id,
      commentId,
      reporterId: userId,
      reason: 'other',
      snapshot: paragraphs('As it was'),
    });
}

async function leaveDocuments(userId: string): Promise<void> {
  const { id: document } = first(
    await db()
      .insert(schema.intranetResources)
      .values({
        collection: 'userIntranet',
        folder: false,
        metadata: { schema: 1, kind: 'other' },
        user: userId,
        title: 'A document',
        storageExtension: 'txt',
        fileVersion: 1,
      })
      .returning(),
  );
  await db().insert(schema.documentVersions).values({
    document,
    number: 1,
    user: userId,
    fileName: 'document.txt',
    extension: 'txt',
    storageKey: newId(),
    bytes: 1,
    sha256: '0',
    mediaType: 'text/plain',
  });
  await db().insert(schema.documentPages).values({ document, page: 1, text: 'Words', search: '' });
  await db().insert(schema.intranetUploads).values({
    id: newId(),
    user: userId,
    collection: 'userIntranet',
    document: newId(),
    fileName: 'waiting.txt',
    bytes: 1,
    fingerprint: 'f',
  });
  await db()
    .insert(schema.intranetVisits)
    .values({ user: userId, collection: 'userIntranet', lastAt: soon() });
}

async function leaveApplication(userId: string): Promise<void> {
  const { id: applicationId } = await makeApplication(db(), { userId, status: 'active' });
  await db().insert(schema.applicationNotes).values({ applicationId, text: 'A note' });
  await db()
    .insert(schema.applicationMessages)
    .values({ applicationId, kind: 'question', text: 'A question' });
}

async function leaveDiscussion(userId: string) {
  const other = await makeUser(db());
  const { id: categoryId } = first(
    await db()
      .insert(schema.forumCategories)
      .values({ slug: newId(), name: 'A category' })
      .returning(),
  );
  const { id: topicId } = first(
    await db()
      .insert(schema.forumTopics)
      .values({ categoryId, authorId: userId, title: 'A topic of its own', commentCount: 2 })
      .returning(),
  );
  const comment = (position: number, authorId: string, mentions: string[]) =>
    db()
      .insert(schema.forumComments)
      .values({ topicId, position, authorId, mentions, body: paragraphs('Said'), words: 'Said' })
      .returning();
  const { id: commentId } = first(await comment(1, userId, []));
  await comment(2, other.id, [userId]);
  await db()
    .insert(schema.forumCommentVersions)
    .values({ commentId, version: 1, body: paragraphs('Said before') });
  return { commentId, topicId, categoryId };
}
