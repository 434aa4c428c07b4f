import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { findBrokenAuditEntry } from '~/features/identity/audit/audit.server';
import { newId } from '~/lib/new-id';
import { actorOf } from '../../../../tests/support/people/actors';
import { queriesOf } from '../../../../tests/support/database/database-queries';
import { makeCategory, openTopic, reply } from '../../../../tests/support/texts/forum-setup';
import { buildOf, serveRoutes } from '../../../../tests/support/site/served-routes';
import { goodPassword, signedInHeaders } from '../../../../tests/support/people/sign-in';

let server: Awaited<ReturnType<typeof serveRoutes>>;
beforeAll(async () => {
  server = await serveRoutes(await buildOf(['/forum/topic/any']));
});
afterAll(() => server.stop());

async function memberInTopic(lastName = 'Beispiel') {
  const admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  const user = await makeUser(db(), { firstName: 'Maren', lastName, password: goodPassword });
  const { slug } = await makeCategory(admin);
  const topicId = await openTopic(actorOf(user), { category: slug });
  const cookie = (await signedInHeaders(user.email)).get('cookie') ?? '';
  const send = async (form: Record<string, string>) => {
    const id = newId();
    const sent = { intent: 'reply', id, ...form };
    const queries = await queriesOf(async () => {
      const answer = await server.ask(`/forum/topic/${topicId}`, {
        method: 'POST',
        cookie,
        form: sent,
      });
      expect(answer).toMatchObject({ status: 302, location: expect.stringContaining(id) });
    });
    return { id, queries };
  };
  return { user, topicId, send };
}

/** Round trips of one request, the session, the limit and the transaction itself included. */
const most = 8;

describe('a comment sent by the form of a topic', () => {
  test(`takes the database at most ${most} round trips`, async () => {
    const { topicId, send } = await memberInTopic();
    await send({ body: 'The first one, so that what is prepared once is there.' });
    const { id, queries } = await send({ body: 'A second one.' });
    expect(queries.length, queries.join('\n')).toBeLessThanOrEqual(most);
    const [comment] = await db()
      .select()
      .from(schema.forumComments)
      .where(eq(schema.forumComments.id, id));
    expect(comment).toMatchObject({ topicId, position: 3, words: 'A second one.' });
    expect(await findBrokenAuditEntry()).toBeNull();
  });

  test('takes no more with a quotation, an answer and a mention', async () => {
    const { user, topicId, send } = await memberInTopic('Mentioned');
    const quoted = await reply(actorOf(user), topicId, 'Words worth quoting.');
    await send({ body: 'Before.' });
    const body = `As @${user.firstName} ${user.lastName} said.`;
    const { id, queries } = await send({ body, quoted, replyTo: quoted, passage: 'worth quoting' });
    expect(queries.length, queries.join('\n')).toBeLessThanOrEqual(most);
    const [comment] = await db()
      .select()
      .from(schema.forumComments)
      .where(eq(schema.forumComments.id, id));
    expect(comment).toMatchObject({
      replyToId: quoted,
      quote: { commentId: quoted, text: 'worth quoting' },
      mentions: [user.id],
    });
  });
});
