import type { SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import {
  makeApplication,
  makeEvent,
  makeRegistration,
  makeUser,
  paragraphs,
} from '~/db/factories.server';
import { newId } from '~/lib/new-id';
import { fileStore } from '~/platform/files/file-store.server';
import { create, send } from '../files/tus-client';

const soon = () => new Date(Date.now() + 3_600_000);

/** What the association entered for the address before it knew whose account it is. */
async function leaveGuestTraces({ email }: SignedInActor, mark: string): Promise<void> {
  const { id: eventId } = await makeEvent(db());
  await makeRegistration(db(), { eventId, guestName: `Guest ${mark}`, guestEmail: email });
  await db()
    .insert(schema.eventInvitations)
    .values({ eventId, name: `Invited ${mark}`, email, linkHash: newId() });
}

function first<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('nothing was written');
  return row;
}

/**
 * Something of a person in every table and every kind of file of the library, the forum,
 * moderation and membership.
 * @param mark a word that every text and every name of a file contains
 */
export async function leaveTraces(actor: SignedInActor, mark: string): Promise<void> {
  const userId = actor.id;
  await leaveDocuments(actor, mark);
  await leaveApplications(actor, mark);
  await leaveError(userId, mark);
  await leaveSubscription(actor, mark);
  const { id: eventId } = await makeEvent(db());
  await makeRegistration(db(), { eventId, userId, needs: `A chair for ${mark}` });
  await leaveGuestTraces(actor, mark);
  const { commentId, topicId, categoryId } = await leaveDiscussion(userId, mark);
  await db().insert(schema.forumReadings).values({ userId, topicId, position: 1 });
  await db()
    .insert(schema.drafts)
    .values({ userId, place: 'new', body: paragraphs(`A draft of ${mark}`) });
  await db().insert(schema.forumFollows).values({ userId, categoryId, level: 'daily' });
  await db()
    .insert(schema.agreementAcceptances)
    .values({ userId, acceptanceFrom: soon(), language: 'en' });
  await db().insert(schema.forumMailSettings).values({ userId });
  await db().insert(schema.forumNotices).values({ userId, commentId });
  await leaveReview(userId, commentId, mark);
  const proposal = { caseNumber: `1 K ${mark}`, reason: `Matters to ${mark}` };
  await db()
    .insert(schema.follows)
    .values({ userId, filter: `q=${mark}`, rhythm: 'weekly' });
  await db().insert(schema.correspondents).values({ userId, country: 'FR' });
  await db()
    .insert(schema.savedViews)
    .values({
      userId,
      list: '/administration/users',
      name: `View ${mark}`,
      query: `search=${mark}`,
    });
  await db().insert(schema.followNotices).values({ userId, kind: 'decision', subject: newId() });
  await db()
    .insert(schema.decisionProposals)
    .values({ ...proposal, proposedBy: userId });
}

async function leaveReview(userId: string, commentId: string, mark: string): Promise<void> {
  const { id: flaggedCommentId } = first(
    await db()
      .insert(schema.flaggedComments)
      .values({ commentId, authorId: userId, assigneeId: userId })
      .returning(),
  );
  await db()
    .insert(schema.flags)
    .values({
      flaggedCommentId,
      commentId,
      reporterId: userId,
      reason: 'other',
      explanation: `Explained by ${mark}`,
      passage: mark,
      // As the comment still says.
      snapshot: paragraphs(`Said by ${mark}`),
    });
  await db()
    .insert(schema.reviewDecisions)
    .values({
      flaggedCommentId,
      kind: 'first',
      measure: 'keep',
      facts: `What ${mark} wrote`,
      rule: 'None broken',
      measureText: 'It stays.',
      appealRoute: 'None',
      decidedBy: userId,
      effectiveAt: new Date(),
    });
  await db()
    .insert(schema.appeals)
    .values({ flaggedCommentId, text: `${mark} disagrees`, decidedBy: userId });
}

async function leaveDocuments(actor: SignedInActor, mark: string): Promise<void> {
  const user = actor.id;
  const { id: document } = first(
    await db()
      .insert(schema.intranetResources)
      .values({
        collection: 'userIntranet',
        folder: false,
        metadata: { schema: 1, kind: 'other' },
        user,
        title: `Paper of ${mark}`,
        author: mark,
        description: `Described by ${mark}`,
        storageExtension: 'txt',
        fileVersion: 1,
      })
      .returning(),
  );
  const storageKey = `userIntranet/${document}/document.txt`;
  await fileStore().put(storageKey, `The words of ${mark}`);
  await db()
    .insert(schema.documentVersions)
    .values({
      document,
      number: 1,
      user,
      fileName: `${mark}.txt`,
      note: `Noted by ${mark}`,
      extension: 'txt',
      storageKey,
      bytes: 1,
      sha256: '0',
      mediaType: 'text/plain',
    });
  await db()
    .insert(schema.documentPages)
    .values({ document, page: 1, text: `The words of ${mark}`, search: '' });
  const begun = await create(actor, 100, { filename: `${mark}-half.txt` });
  await send(actor, begun.headers.get('Location') ?? '', 0, new Uint8Array(Buffer.from(mark)));
  await db()
    .insert(schema.intranetVisits)
    .values({ user, collection: 'userIntranet', lastAt: soon() });
}

/** The one that led to the account, and one from before, from the same confirmed address. */
async function leaveApplications({ id, email }: SignedInActor, mark: string): Promise<void> {
  const words = {
    firstName: mark,
    lastName: `${mark}-family`,
    phone: `${mark} 1`,
    referee: `A friend of ${mark}`,
    message: `A message of ${mark}`,
    verificationMethod: `${mark} was called`,
    decisionReason: `${mark} is a judge`,
  };
  const own = await makeApplication(db(), { ...words, email, userId: id, status: 'active' });
  const before = await makeApplication(db(), { ...words, email, status: 'withdrawn' });
  for (const { id: applicationId } of [own, before]) {
    await db()
      .insert(schema.applicationNotes)
      .values({ applicationId, text: `A note on ${mark}` });
    await db()
      .insert(schema.applicationMessages)
      .values({ applicationId, kind: 'question', text: `A question to ${mark}` });
  }
}

async function leaveError(user: string, mark: string): Promise<void> {
  const group = newId();
  await db().insert(schema.errorGroups).values({ id: group, kind: 'browser', message: 'broken' });
  await db()
    .insert(schema.trackedErrors)
    .values({ user, group, kind: 'browser', message: mark, url: '/', hash: newId() });
}

async function leaveSubscription(
  { id: userId, email }: SignedInActor,
  mark: string,
): Promise<void> {
  const id = newId();
  await db()
    .insert(schema.subscriptions)
    .values({ id, email, userId, lists: ['events'], consentVersion: '1', status: 'active' });
  const { id: newsletterId } = first(
    await db()
      .insert(schema.newsletters)
      .values({
        subject: 'News',
        language: 'en',
        list: 'events',
        body: paragraphs('News'),
        createdBy: userId,
      })
      .returning(),
  );
  await db()
    .insert(schema.newsletterDeliveries)
    .values({ newsletterId, subscriptionId: id, email, state: 'sent', reply: mark });
}

async function leaveDiscussion(userId: string, mark: string) {
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
      .values({ categoryId, authorId: userId, title: `A topic of ${mark}`, commentCount: 2 })
      .returning(),
  );
  const comment = (position: number, authorId: string, words: string, mentions: string[]) =>
    db()
      .insert(schema.forumComments)
      .values({ topicId, position, authorId, mentions, body: paragraphs(words), words })
      .returning();
  const { id: commentId } = first(await comment(1, userId, `Said by ${mark}`, []));
  await comment(2, other.id, 'Said by someone', [userId]);
  await db()
    .insert(schema.forumCommentVersions)
    .values({ commentId, version: 1, body: paragraphs(`Said before by ${mark}`) });
  return { commentId, topicId, categoryId };
}
