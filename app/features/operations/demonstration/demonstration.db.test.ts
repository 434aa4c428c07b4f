import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { config } from '~/config/config.server';
import { db, schema } from '~/db/db.server';
import { listHeadlines } from '~/features/content/news/news.server';
import { listPageFiles, openPublicFile } from '~/features/content/pages/pages.server';
import { richTextSchema } from '~/rich-text/rich-text';
import { configure } from '../../../../tests/support/database/configure';
import { trySignIn } from '../../../../tests/support/people/sign-in';
import { demonstrationNotice, loadStartingContent } from './demonstration.server';

const { articles, events, newsItems, pages, signInAccounts, users } = schema;
const password = 'demonstration of a long password';
const production = {
  NODE_ENV: 'production',
  ORIGIN: 'https://association.example',
  DEMO: '1',
  DEMO_PASSWORD: password,
};

async function counts() {
  const tables = { articles, events, newsItems, pages, signInAccounts, users };
  const numbers = Object.entries(tables).map(async ([name, table]) => [
    name,
    await db().$count(table),
  ]);
  return Object.fromEntries(await Promise.all(numbers));
}

beforeEach(async () => {
  for (const table of [articles, events, newsItems, pages, users, signInAccounts]) {
    await db().delete(table);
  }
  await db().delete(schema.boardMembers);
  await db().delete(schema.publicFiles);
  await rm(join(config().dataDirectory, 'demonstration-password'), { force: true });
});

describe('outside a demonstration', () => {
  test.each([
    ['in production', production],
    ['with DEMO=0', { DEMO: '0' }],
  ])('%s there are the pages and nobody', async (_name, environment) => {
    configure(environment);
    await loadStartingContent();
    const found = await counts();
    expect(found).toMatchObject({
      articles: 0,
      events: 0,
      newsItems: 0,
      signInAccounts: 0,
      users: 0,
    });
    expect(found.pages).toBeGreaterThanOrEqual(5);
    expect(demonstrationNotice()).toBe('');
  });

  test('pages that the association has changed stay as they are', async () => {
    await loadStartingContent();
    await db().update(pages).set({ title: 'Our own' });
    await loadStartingContent();
    const found = await db().selectDistinct({ title: pages.title }).from(pages);
    expect(found).toEqual([{ title: 'Our own' }]);
  });
});

describe('a demonstration', () => {
  test('has content, accounts of every role and a file, and loading twice adds nothing', async () => {
    configure({ DEMO: '1', DEMO_PASSWORD: password });
    await loadStartingContent();
    const found = await counts();
    expect(found.newsItems + found.articles).toBeGreaterThanOrEqual(25);
    expect(found.events).toBeGreaterThanOrEqual(4);
    expect(found.users).toBe(4);
    await loadStartingContent();
    expect(await counts()).toEqual(found);
    const roles = await db().select({ email: users.email, role: users.role }).from(users);
    expect(Object.fromEntries(roles.map(({ email, role }) => [email, role]))).toEqual({
      'admin@demo.example': 'ADMIN',
      'dev@demo.example': 'DEV',
      'member@demo.example': 'USER',
      'member2@demo.example': 'USER',
    });
    for (const { email } of roles) expect(await trySignIn({ email, password })).not.toEqual([]);
    const [statutes] = await listPageFiles(anonymous, 'about');
    const { stream } = await openPublicFile(anonymous, { id: statutes?.id ?? '', preview: null });
    let bytes = 0;
    for await (const chunk of stream) bytes += Buffer.from(chunk).byteLength;
    expect(bytes).toBe(statutes?.bytes);
  });

  test('has texts that the schema of rich texts accepts, and decisions that are there', async () => {
    configure({ DEMO: '1', DEMO_PASSWORD: password });
    await loadStartingContent();
    const bodies = [
      ...(await db().select({ body: pages.body }).from(pages)),
      ...(await db().select({ body: newsItems.body }).from(newsItems)),
      ...(await db().select({ body: articles.body }).from(articles)),
      ...(await db().select({ body: events.body }).from(events)),
    ];
    for (const { body } of bodies) expect(richTextSchema.parse(body)).toEqual(body);
    const known = new Set((await db().select().from(schema.decisions)).map(({ ecli }) => ecli));
    const cited = [
      ...(await db().select({ decisions: newsItems.decisions }).from(newsItems)),
      ...(await db().select({ decisions: articles.decisions }).from(articles)),
    ].flatMap((row) => row.decisions);
    expect(cited.filter((ecli) => !known.has(ecli))).toEqual([]);
    expect(await listHeadlines(anonymous, {})).not.toEqual([]);
  });

  test('takes a new password from the operator at the next start', async () => {
    configure({ DEMO: '1', DEMO_PASSWORD: password });
    await loadStartingContent();
    configure({ DEMO: '1', DEMO_PASSWORD: 'another long password' });
    await loadStartingContent();
    const email = 'member@demo.example';
    expect(await trySignIn({ email, password: 'another long password' })).not.toEqual([]);
    await expect(trySignIn({ email, password })).rejects.toThrow('error.auth/invalid-credential');
    expect(demonstrationNotice()).toContain('the one given in DEMO_PASSWORD');
    expect(demonstrationNotice()).not.toContain('another long password');
  });

  test('makes a password when none is given, says it, and keeps it', async () => {
    configure({ DEMO: '1' });
    await loadStartingContent();
    const made = config().demonstration.generated ?? '';
    expect(made).toMatch(/^([a-z]{4}-){3}[a-z]{4}$/);
    expect(demonstrationNotice()).toContain(`password: ${made}`);
    expect(await trySignIn({ email: 'dev@demo.example', password: made })).not.toEqual([]);
    configure({ DEMO: '1' });
    await loadStartingContent();
    expect(config().demonstration.generated).toBe(made);
  });
});
