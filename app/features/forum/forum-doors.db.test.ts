import { beforeAll, describe, expect, test } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { deleteCategory } from '~/features/forum/categories/categories.server';
import { newId } from '~/lib/new-id';
import {
  commentsOf,
  makeCategory,
  openTopic,
  reply,
} from '../../../tests/support/texts/forum-setup';
import { person } from '../../../tests/support/people/person';
import { askRoute, statusOf } from '../../../tests/support/site/route-request';

/** Everything in the forum that has an address, asked for and sent what no page of ours sends. */

let admin: SignedInActor;
let author: SignedInActor;
let category: { id: string; slug: string };
let topicId: string;
let commentId: string;

beforeAll(async () => {
  [admin, author] = [await person('ADMIN'), await person()];
  category = await makeCategory(admin);
  topicId = await openTopic(author, { category: category.slug });
  commentId = await reply(author, topicId, 'A comment');
});

const malformed = [
  '',
  'x',
  '0',
  '-1',
  'null',
  '\u0000',
  'a\u0000b',
  '\uD800',
  '../../administration',
  "'; drop table users; --",
  '00000000-0000-0000-0000-00000000000g',
  'a'.repeat(100_000),
  newId(),
];

const readByTopic = ['', '/print', '/live'].map((end) => `/forum/topic/:id${end}`);
const readByComment = ['', '/edit', '/history', '/flag'].map((end) => `/forum/comment/:id${end}`);

describe('what does not exist', () => {
  test.each([...readByTopic, ...readByComment, '/administration/forum/:id'])(
    '%s with a strange id is a 404, for members and administrators',
    async (pattern) => {
      for (const id of malformed) {
        for (const actor of [author, admin]) {
          const status = await statusOf(askRoute({ actor, pattern, params: { id } }));
          expect(status, JSON.stringify(id).slice(0, 60)).toBe(404);
        }
      }
    },
  );

  test('so is a category with a strange address, and a new topic in it', async () => {
    for (const slug of malformed) {
      const address = `/forum/new?category=${encodeURIComponent(slug.toWellFormed())}`;
      for (const asked of [
        { pattern: '/forum/:category', params: { category: slug } },
        { pattern: '/forum/new', address },
      ]) {
        const status = await statusOf(askRoute({ actor: admin, ...asked }));
        expect(status, JSON.stringify(slug).slice(0, 60)).toBe(404);
      }
    }
  });

  test('a strange page, place or search is an answer, never a failure', async () => {
    const strange = malformed.map((text) => encodeURIComponent(text.toWellFormed().slice(0, 5000)));
    for (const value of [
      ...strange,
      '1e9',
      '99999999999999999999-' + newId(),
      '8640000000000001-' + newId(),
      '9999999999999-' + newId(),
      '1234567890123-' + '-'.repeat(36),
      `${'-'.repeat(40)} words`,
      `${'- '.repeat(40)}words`,
      '1.5',
      '-0',
      '%00',
    ]) {
      for (const [pattern, params, query] of [
        ['/forum', {}, `tag=${value}&after=${value}`],
        ['/forum', {}, `list=${value}&after=${value}`],
        ['/forum/search', {}, `q=${value}&page=${value}`],
        ['/search', {}, `q=${value}&page=${value}`],
        ['/forum/members', {}, `q=${value}&category=${category.slug}`],
        ['/forum/members', {}, `q=ab&topic=${value}`],
        ['/forum/members', {}, `q=ab&category=${value}`],
        ['/forum/:category', { category: category.slug }, `after=${value}`],
        ['/forum/topic/:id', { id: topicId }, `page=${value}`],
        ['/forum/topic/:id', { id: topicId }, `quote=${value}`],
        ['/forum/topic/:id', { id: topicId }, `reply=${value}`],
        ['/forum/topic/:id/print', { id: topicId }, `from=${value}`],
      ] as const) {
        const address = `${pattern.replace(':id', topicId)}?${query}`;
        const status = await statusOf(askRoute({ actor: author, pattern, params, address }));
        expect([200, 302, 404], `${pattern}?${query.slice(0, 80)}`).toContain(status);
      }
    }
  });
});

test('a strange state of the review queue is none', async () => {
  for (const state of ['x', 'constructor', 'toString', '__proto__']) {
    const asked = {
      pattern: '/administration/flags',
      address: `/administration/flags?state=${state}`,
    };
    expect(await askRoute({ actor: admin, ...asked })).toMatchObject({ filter: 'waiting' });
  }
});

describe('what is sent', () => {
  const text = { body: 'Words', bodyFormat: 'text' };
  const forms = () =>
    ({
      '/forum/new': { id: newId(), category: category.slug, title: 'A title of words', ...text },
      '/forum/topic/:id': { intent: 'reply', id: newId(), ...text },
      '/forum/topic/:id/read': { intent: 'read', position: '1' },
      '/forum/comment/:id/edit': { intent: 'edit', version: '1', ...text },
      '/forum/comment/:id/flag': { reason: 'spam', explanation: '', passage: '' },
      '/administration/forum/:id': { name: 'Name', slug: 'slug', description: '', position: '1' },
      '/forum/:category': { intent: 'follow', kind: 'category', target: category.id, level: '' },
      '/forum/following': { intent: 'follow', kind: 'topic', target: topicId, level: 'daily' },
    }) satisfies Record<string, Record<string, string>>;
  const own = (pattern: string) => (pattern.includes('comment') ? commentId : topicId);

  test('about a draft of nowhere throws nothing away, and leads on all the same', async () => {
    for (const place of malformed) {
      const asked = { actor: author, pattern: '/forum/drafts', form: { place } };
      expect(await statusOf(askRoute(asked)), JSON.stringify(place).slice(0, 60)).toBe(302);
    }
  });

  test('to a strange address of a category leads nowhere else', async () => {
    const form = forms()['/forum/:category'];
    for (const slug of ['🙂', 'a\r\nLocation: /x', 'a b', '/evil.example']) {
      const asked = { actor: author, pattern: '/forum/:category', params: { category: slug } };
      const answer = await askRoute({ ...asked, form });
      expect(answer instanceof Response && answer.headers.get('Location')).toMatch(
        /^\/forum\/[\w%/.:]+$/,
      );
    }
  });

  test('to a strange id is a 404', async () => {
    for (const [pattern, form] of Object.entries(forms())) {
      if (!pattern.includes(':id')) continue;
      for (const id of malformed) {
        const status = await statusOf(askRoute({ actor: admin, pattern, params: { id }, form }));
        expect(status, `${pattern} ${JSON.stringify(id).slice(0, 60)}`).toBe(404);
      }
    }
  });

  test.each(['delete', 'follow', 'link', 'pin', 'unpin', 'reopen', 'close', 'move', 'strange'])(
    'to manage a strange topic, comment or category (%s) is a 404 or a refusal',
    async (intent) => {
      const form = { intent, reason: 'R', category: category.slug, version: '1', links: '' };
      for (const pattern of [
        '/forum/topic/:id',
        '/forum/comment/:id/edit',
        '/administration/forum/:id',
      ]) {
        for (const id of malformed) {
          const answer = askRoute({ actor: admin, pattern, params: { id }, form });
          expect([400, 404, 422], `${pattern} ${id.slice(0, 60)}`).toContain(
            await statusOf(answer),
          );
        }
      }
    },
  );

  test('with unknown fields, NUL, half characters or far too much is refused', async () => {
    for (const [pattern, form] of Object.entries(forms())) {
      const params = { id: own(pattern), category: category.slug };
      const send = (sent: Record<string, string>) =>
        statusOf(askRoute({ actor: author, pattern, params, form: sent }));
      const refused = pattern.startsWith('/administration') ? [400, 404] : [400, 404, 422];
      expect(refused, `${pattern} unknown`).toContain(await send({ ...form, authorId: author.id }));
      expect(refused, `${pattern} nothing`).toContain(await send({}));
      for (const [name, value] of Object.entries(form)) {
        if (name === 'intent') continue;
        const huge = await send({ ...form, [name]: 'a'.repeat(1_000_000) });
        expect(refused, `${pattern} ${name} huge`).toContain(huge);
        for (const odd of ['\u0000', `${value}\u0000`, '\uD800']) {
          const status = await send({ ...form, [name]: odd });
          expect(status, `${pattern} ${name} ${JSON.stringify(odd)}`).toBeLessThan(500);
        }
      }
    }
  });

  test('an empty category that is removed while a topic is opened in it goes or stays, whole', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id, slug } = await makeCategory(admin);
      const [opened, removed] = await Promise.allSettled([
        openTopic(author, { category: slug }),
        deleteCategory(admin, id),
      ]);
      expect([opened.status, removed.status].toSorted()).toEqual(['fulfilled', 'rejected']);
      const refusal = [opened, removed].find(({ status }) => status === 'rejected');
      const codes = /^error\.(not-found|forum\.category-not-empty)$/;
      expect(refusal).toMatchObject({ reason: { code: expect.stringMatching(codes) } });
    }
  });

  test('changed nothing', async () => {
    const comments = await commentsOf(author, topicId);
    expect(comments[0]?.editedAt).toBeNull();
    expect(comments.map(({ position }) => position)).toEqual(comments.map((_, at) => at + 1));
  });
});
