import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { makeDocument } from '~/db/intranet-factories.server';
import { loadLibrary } from '~/features/operations/demonstration/library-content.server';
import {
  loadDemonstrationContent,
  loadStartingPages,
} from '~/features/operations/demonstration/starting-content.server';
import { extractText } from '~/features/library/reading/extract-text.job.server';
import { collectSearchWords, searchSite } from '~/features/search/search.server';
import { fileStore } from '~/platform/files/file-store.server';
import { isRealFile, qualityQueries } from '../../../tests/support/texts/search-queries';

let member: SignedInActor;

beforeAll(async () => {
  const { id, role, email, firstName, lastName } = await makeUser(db(), {});
  member = { id, role, email, firstName, lastName };
  await loadStartingPages();
  await loadDemonstrationContent();
  await loadLibrary(email);
  for (const name of new Set(qualityQueries.map(({ expected }) => expected))) {
    if (!isRealFile(name)) continue;
    const storageExtension = name.split('.').at(-1) ?? '';
    const document = await makeDocument(db(), { title: name, storageExtension });
    const key = `userIntranet/${document.id}/document.${storageExtension}`;
    await fileStore().put(key, readFileSync(`tests/documents/${name}`));
  }
  const documents = await db().select().from(schema.documentVersions);
  for (const { document, number } of documents)
    await extractText.run({ document, version: number });
  await collectSearchWords.run({});
});

type Asked = { language: string; isReal: boolean; isHit: boolean };

test('at least 95 of 100 queries find what they are for among the first five', async () => {
  const asked: Asked[] = [];
  const missed: string[] = [];
  for (const { language, what, query, expected } of qualityQueries) {
    const { results } = await searchSite(member, { query });
    const first = results.slice(0, 5);
    const isHit = first.some(({ title, address }) => title === expected || address === expected);
    asked.push({ language, isReal: isRealFile(expected), isHit });
    const titles = first.map(({ title }) => title).join(' | ');
    if (!isHit) missed.push(`${language}, ${what}: ${query} -> ${titles}`);
  }
  const real = asked.filter(({ isReal }) => isReal);
  const languages = [...new Set(asked.map(({ language }) => language))];
  const part = (name: string, of: Asked[]) =>
    `${name} ${of.filter(({ isHit }) => isHit).length}/${of.length}`;
  const of = (language: string) => real.filter((one) => one.language === language);
  say(
    `search quality: ${asked.length} queries in ${languages.length} languages, hit rate ${percent(asked)} %`,
  );
  say(
    `search quality: ${real.length} of them over real files, ${languages.map((one) => part(one, of(one))).join(', ')}, hit rate ${percent(real)} %`,
  );
  for (const line of missed) say(`  missed: ${line}`);
  expect(real.length).toBeGreaterThanOrEqual(40);
  expect(languages).toHaveLength(6);
  for (const language of languages) expect(of(language).length).toBeGreaterThanOrEqual(4);
  expect(Number(percent(asked)), missed.join('\n')).toBeGreaterThanOrEqual(95);
  expect(Number(percent(real)), missed.join('\n')).toBeGreaterThanOrEqual(95);
});

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

const percent = (asked: Asked[]): string =>
  ((100 * asked.filter(({ isHit }) => isHit).length) / asked.length).toFixed(1);
