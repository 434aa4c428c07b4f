import { expect, test } from 'vitest';
import { retentionTable } from '~/features/compliance/retention/retention-table.server';
import { archivePage } from './archive-page.server';

/** The page of an archive with one record of a table. */
async function pageOf(name: string, record: Record<string, unknown>): Promise<string> {
  const row = retentionTable.find((one) => one.name === name);
  if (!row) throw new Error(`There is no table ${name}`);
  const batches = async function* () {
    yield [record];
  };
  const facts = { paths: [], name: 'Ada', site: 'Site', madeAt: new Date(0) };
  const page = archivePage({ ...facts, parts: [{ row, batches }], language: 'de' });
  let markup = '';
  for await (const piece of page) markup += piece;
  return markup;
}

test('the page of an archive says codes, times and choices in the words of its reader', async () => {
  const createdAt = '2026-03-01T12:00:00.000Z';
  const page = await pageOf('users', {
    role: 'USER',
    emailSubscriber: true,
    createdAt,
    phone: null,
  });
  const shown = [...page.matchAll(/<dd>(.*?)<\/dd>/g)].map(([, value]) => value);
  expect(shown).toEqual(['Mitglied', 'Ja', expect.stringContaining('1. März 2026'), '–']);
});

test('the page of an archive has the words of a text, not how it is stored', async () => {
  const content = [{ type: 'paragraph', content: [{ type: 'text', text: 'Good morning' }] }];
  const page = await pageOf('forum_comments', { body: { type: 'doc', content } });
  expect(page).toContain('<dd>Good morning</dd>');
});
