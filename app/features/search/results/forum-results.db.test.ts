import { beforeAll, describe, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { paragraphs } from '~/db/factories.server';
import { searchSite } from '~/features/search/search.server';
import type { SignedInActor } from '~/policy/actor';
import { person } from '../../../../tests/support/people/person';
import { makeCategory, openTopic, reply } from '../../../../tests/support/texts/forum-setup';

let member: SignedInActor;
let topic: string;
let ids: string[];

beforeAll(async () => {
  const admin = await person('ADMIN');
  member = await person();
  const { slug } = await makeCategory(admin);
  topic = await openTopic(member, {
    category: slug,
    title: 'Quokkas in the cause list',
    body: paragraphs('How do colleagues count them?'),
  });
  ids = [];
  for (const text of [
    'A wombat is counted once, says C-777/21.',
    'Nothing to add.',
    'The wombat, wombat and wombat again.',
    'One wombat and one echidna.',
    'Every wombat counts.',
    'A last wombat, as in C-777/21.',
  ])
    ids.push(await reply(member, topic, text));
  await openTopic(member, { category: slug, title: 'Another', body: paragraphs('A wombat too.') });
});

const find = async (query: string) => searchSite(member, { query });
const ofTopic = async (query: string) =>
  (await find(query)).results.find(({ key }) => key === topic);
const addressOf = (place: number) => `/forum/comment/${ids[place]}`;

// The last one takes a comment away.
describe('a topic', { shuffle: false }, () => {
  test('is one result, with the comments that fit inside it', async () => {
    const { counts, total } = await find('wombat');
    expect([counts.forum, total]).toEqual([2, 2]);
    const found = await ofTopic('wombat');
    expect(found).toMatchObject({ title: 'Quokkas in the cause list', address: addressOf(2) });
    expect(found?.snippet.filter(({ isMarked }) => isMarked)).toHaveLength(3);
    expect(found?.comments).toMatchObject({ others: 1 });
    const addresses = found?.comments?.shown.map(({ address }) => address) ?? [];
    expect(addresses).toHaveLength(3);
    expect([addressOf(0), addressOf(3), addressOf(4), addressOf(5)]).toEqual(
      expect.arrayContaining(addresses),
    );
  });

  test('is found by its title with its first comment, and no other is said to fit', async () => {
    const found = await ofTopic('quokkas');
    expect(found?.snippet.map(({ text }) => text).join('')).toContain('How do colleagues');
    expect(found?.comments).toEqual({ shown: [], others: 0 });
  });

  test('leaves out comments with what is unwanted', async () => {
    const { comments, address } = (await ofTopic('wombat -echidna')) ?? {};
    expect(comments).toMatchObject({ others: 0 });
    expect([address, ...(comments?.shown ?? []).map((one) => one.address)]).not.toContain(
      addressOf(3),
    );
    expect(comments?.shown).toHaveLength(3);
  });

  test('is found by what its comments cite', async () => {
    const found = await ofTopic('C-777/21');
    expect(found?.address).toBe(addressOf(0));
    expect(found?.comments?.shown.map(({ address }) => address)).toEqual([addressOf(5)]);
  });

  test('shows nothing of a comment that was taken away', async () => {
    const hidden = ids[3] ?? '';
    const { forumComments } = schema;
    await db()
      .update(forumComments)
      .set({ state: 'removed-by-moderator' })
      .where(eq(forumComments.id, hidden));
    expect(await ofTopic('echidna')).toBeUndefined();
    const found = await ofTopic('wombat');
    expect(JSON.stringify(found)).not.toContain(hidden);
    expect(found?.comments?.others).toBe(0);
  });
});
