import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInActor } from '~/actor';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { makeDocument } from '~/db/intranet-factories.server';
import { loadLibrary } from '~/features/demonstration/library-content.server';
import {
  loadDemonstrationContent,
  loadStartingPages,
} from '~/features/demonstration/starting-content.server';
import { extractText } from '~/features/documents/extract-text.job.server';
import { collectSearchWords, searchSite } from '~/features/search/search.server';
import { fileStore } from '~/platform/file-store.server';
import { qualityQueries } from './search-queries';

let member: SignedInActor;

beforeAll(async () => {
  const { id, role, email, firstName, lastName } = await makeUser(db(), {});
  member = { id, role, email, firstName, lastName };
  await loadStartingPages();
  await loadDemonstrationContent();
  await loadLibrary(email);
  for (const name of new Set(qualityQueries.map(({ expected }) => expected))) {
    if (!name.endsWith('.pdf')) continue;
    const document = await makeDocument(db(), { title: name, storageExtension: 'pdf' });
    const key = `userIntranet/${document.id}/document.pdf`;
    await fileStore().put(key, readFileSync(`test/documents/${name}`));
  }
  const documents = await db().select().from(schema.documentVersions);
  for (const { document, number } of documents)
    await extractText.run({ document, version: number });
  await collectSearchWords.run({});
}, 60_000);

test('at least 95 of 100 queries find what they are for among the first five', async () => {
  const missed: string[] = [];
  for (const { language, what, query, expected } of qualityQueries) {
    const { results } = await searchSite(member, { query });
    const first = results.slice(0, 5);
    const isHit = first.some(({ title, address }) => title === expected || address === expected);
    if (!isHit) {
      missed.push(
        `${language}, ${what}: ${query} -> ${first.map(({ title }) => title).join(' | ')}`,
      );
    }
  }
  const rate = 1 - missed.length / qualityQueries.length;
  const languages = new Set(qualityQueries.map(({ language }) => language)).size;
  process.stdout.write(
    `search quality: ${qualityQueries.length} queries in ${languages} languages, hit rate ${(rate * 100).toFixed(1)} %\n`,
  );
  for (const line of missed) process.stdout.write(`  missed: ${line}\n`);
  expect(qualityQueries.length).toBeGreaterThanOrEqual(40);
  expect(languages).toBeGreaterThanOrEqual(6);
  expect(rate, missed.join('\n')).toBeGreaterThanOrEqual(0.95);
});
