import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { SignedInActor } from '~/policy/actor';
import { db, pool, schema } from '~/db/db.server';
import { makeDocument, makeFolder } from '~/db/intranet-factories.server';
import type { EntryView } from '~/features/library/intranet/entry-view';
import type { ResourceMetadata } from '~/features/library/resources/resource-metadata';
import { queriesOf } from '../../../../tests/support/database/database-queries';
import { person } from '../../../../tests/support/people/person';
import { askRoute } from '../../../../tests/support/site/route-request';

/** The page of a folder: sorted, filtered and cut into parts by the database. */

const { intranetResources: resources, users } = schema;
let owner: SignedInActor;
let reader: SignedInActor;
let folder: string;

beforeEach(async () => {
  owner = await person('USER', { firstName: 'Ada', lastName: 'Example' });
  reader = await person();
  ({ id: folder } = await makeFolder(db()));
});

const pageSchema = z.looseObject({
  page: z.number(),
  pages: z.number(),
  total: z.number(),
  matching: z.number(),
  countries: z.array(z.string()),
  courts: z.array(z.string()),
  years: z.array(z.string()),
  entries: z.array(z.custom<EntryView>()),
});

/** What the page of the folder shows at an address. */
async function shown(search = '', asked: { actor?: SignedInActor; language?: 'en' | 'de' } = {}) {
  const { actor = reader, language = 'en' } = asked;
  const answer = await askRoute({
    actor,
    language,
    pattern: '/intranet/:folder?',
    params: { folder },
    address: `/intranet/${folder}?${search}`,
  });
  const page = pageSchema.parse(answer);
  const views = page.entries;
  return { ...page, views, titles: views.map(({ title }) => title) };
}

const titled = (title: string, fields: Parameters<typeof makeDocument>[1] = {}) =>
  makeDocument(db(), { parent: folder, title, user: owner.id, ...fields });

/** Many documents, straight into the table. */
async function fill(count: number): Promise<void> {
  await pool().query(
    `insert into intranet_resources (id, collection, folder, parent, metadata, title,
       storage_extension, file_version, bytes, file_at)
     select gen_random_uuid(), 'userIntranet', false, $1, '{"schema":1,"kind":"other"}',
       'Document ' || number, 'pdf', 1, number, now() from generate_series(1, $2::int) number`,
    [folder, count],
  );
}

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `Document ${from + index}`);

describe('a folder with 2,000 entries', () => {
  test('is shown in parts that have addresses, and no part reads the others', async () => {
    await fill(2_000);
    const first = await shown();
    expect(first).toMatchObject({ page: 1, pages: 20, total: 2_000, matching: 2_000 });
    expect(first.titles).toEqual(numbered(1, 100));
    expect((await shown('page=2')).titles).toEqual(numbered(101, 200));
    expect((await shown('page=20')).titles).toEqual(numbered(1_901, 2_000));
    expect((await shown('sort=bytes&order=descending')).titles[0]).toBe('Document 2000');
    const listing = (await queriesOf(() => shown('page=7'))).filter((text) =>
      /"title".* from "intranet_resources"/s.test(text),
    );
    expect(listing).toEqual([expect.stringMatching(/ limit \$\d+ offset \$\d+$/)]);
  });

  test('shows the last part where an address names one that there is not', async () => {
    await fill(150);
    expect(await shown('page=9')).toMatchObject({ page: 2, pages: 2 });
    expect((await shown('page=9')).titles).toEqual(numbered(101, 150));
    for (const odd of ['page=0', 'page=-1', 'page=1e3', 'page=', 'page=99999999999'])
      expect((await shown(odd)).page, odd).toBe(1);
  });

  test('is narrowed as a whole and not a part of it', async () => {
    await fill(250);
    const found = await shown('name=document+24');
    expect(found).toMatchObject({ total: 250, matching: 13, pages: 1 });
    const rest = numbered(240, 249).toSpliced(0, 0, 'Document 124', 'Document 224');
    expect(found.titles).toEqual(['Document 24', ...rest]);
  });
});

describe('the order', () => {
  test('is that of the reader’s alphabet, numbers by their size, folders first', async () => {
    for (const title of ['Zebra 10', 'apple', 'Äpfel', 'Zebra 9', 'banana']) await titled(title);
    await makeFolder(db(), { parent: folder, title: 'Zoo' });
    const german = ['Zoo', 'Äpfel', 'apple', 'banana', 'Zebra 9', 'Zebra 10'];
    expect((await shown('', { language: 'de' })).titles).toEqual(german);
    const [, ...others] = german;
    expect((await shown('sort=title&order=descending', { language: 'de' })).titles).toEqual([
      'Zoo',
      ...others.toReversed(),
    ]);
  });

  test('by size, kind, change and person is what the columns say', async () => {
    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    await titled('A', { bytes: 3, fileAt: at(2), user: reader.id });
    await titled('B', { bytes: 1, fileAt: at(3), metadata: { schema: 1, kind: 'minutes' } });
    await titled('C', { bytes: 2, fileAt: at(1), metadata: { schema: 1, kind: 'paper' } });
    await db().update(users).set({ firstName: 'Zoe' }).where(eq(users.id, reader.id));
    expect((await shown('sort=bytes')).titles).toEqual(['B', 'C', 'A']);
    expect((await shown('sort=changedAt')).titles).toEqual(['C', 'A', 'B']);
    // Conference paper, Document, Minutes.
    expect((await shown('sort=kind')).titles).toEqual(['C', 'A', 'B']);
    expect((await shown('sort=userName')).titles).toEqual(['B', 'C', 'A']);
  });
});

describe('the filters', () => {
  const judgment = (facts: Record<string, unknown>): ResourceMetadata =>
    JSON.parse(JSON.stringify({ schema: 1, kind: 'judgment', judgment: facts }));

  test('narrow documents, while folders stay; what there is to choose does not change', async () => {
    await makeFolder(db(), { parent: folder, title: 'folder' });
    const german = { country: 'DE', court: 'BGH', decidedOn: '2024-05-01', articles: ['82(1)'] };
    const polish = { country: 'PL', court: 'SN', decidedOn: '1994-09-28', articles: ['8'] };
    await titled('a', { metadata: judgment(german) });
    await titled('b', { metadata: judgment(polish) });
    await titled('c', { metadata: { schema: 1, kind: 'paper' } });
    const titles = async (search: string) => (await shown(search)).titles;
    expect(await titles('')).toEqual(['folder', 'a', 'b', 'c']);
    expect(await titles('court=BGH')).toEqual(['folder', 'a']);
    expect(await titles('year=1994')).toEqual(['folder', 'b']);
    expect(await titles('country=PL&year=2024')).toEqual(['folder']);
    for (const article of ['82', 'Art. 82', 'article 82(1)'])
      expect(await titles(`article=${encodeURIComponent(article)}`), article).toEqual([
        'folder',
        'a',
      ]);
    expect(await titles('kind=paper')).toEqual(['folder', 'c']);
    expect(await titles('name=A')).toEqual(['a']);
    expect(await shown('court=BGH')).toMatchObject({
      countries: ['DE', 'PL'],
      courts: ['BGH', 'SN'],
      years: ['2024', '1994'],
      total: 4,
      matching: 2,
    });
  });

  test('take what is typed as words, whatever it is', async () => {
    await titled('Procès-verbal 100%');
    expect((await shown('name=PROCES')).titles).toEqual(['Procès-verbal 100%']);
    expect((await shown('name=100%25')).titles).toEqual(['Procès-verbal 100%']);
    const odd = ['%00', '%5C', '(((', "'; drop", '%ED%A0%80', '.*', '[', '_'];
    for (const text of odd)
      for (const field of ['name', 'article', 'court', 'country', 'year'])
        expect((await shown(`${field}=${text}x`)).titles, `${field} ${text}`).toEqual([]);
  });
});

test('each reader has the rights of that reader, and what was changed is seen at once', async () => {
  const { id } = await titled('As it was', { bytes: 1_234 });
  const admin = await person('ADMIN');
  const [view] = (await shown()).views;
  expect(view).toMatchObject({
    id,
    title: 'As it was',
    kind: 'other',
    extension: 'txt',
    bytes: 1_234,
    userName: 'Ada Example',
    isNew: false,
    isScan: false,
    isChangeable: false,
  });
  for (const actor of [owner, admin])
    expect((await shown('', { actor })).views[0]).toMatchObject({ isChangeable: true });
  await db().update(resources).set({ title: 'As it is' }).where(eq(resources.id, id));
  expect((await shown()).titles).toEqual(['As it is']);
  await db().update(resources).set({ trashedAt: new Date() }).where(eq(resources.id, id));
  expect(await shown()).toMatchObject({ titles: [], total: 0, pages: 1 });
});
