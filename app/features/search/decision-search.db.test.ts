import { beforeAll, expect, test } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { loadDemonstrationDecisions } from '~/features/operations/demonstration/decision-content.server';
import { collectSearchWords, searchSite } from '~/features/search/search.server';
import { person } from '../../../tests/support/people/person';
import {
  type DecisionQuery,
  decisionQueries,
  everydayQueries,
  loadDecisions,
  loadNotes,
  shortNumber,
} from '../../../tests/support/texts/decision-library';

/** `npm run bench -- search-quality` asks under many more. */
const notes = Number(process.env.SEARCH_NOTES ?? 200);

let member: SignedInActor;

beforeAll(async () => {
  member = await person();
  await loadDecisions();
  await loadNotes(notes);
  await collectSearchWords.run({});
}, 300_000);

test('a question in any of eight languages shows the decision that answers it first', async () => {
  expect(decisionQueries.length).toBeGreaterThanOrEqual(150);
  const asDocuments = await askAll(decisionQueries, 'as documents');
  // What is called so fits better than what is only about the same.
  expect(asDocuments.missed.join('\n')).not.toContain('en: right to be forgotten ');
  // Each with its document inside it.
  await loadCourts();
  await loadDemonstrationDecisions();
  const asRecords = await askAll(decisionQueries, 'as records');
  for (const { first, five, missed } of [asDocuments, asRecords]) {
    expect(first, missed.join('\n')).toBeGreaterThanOrEqual(80);
    expect(five, missed.join('\n')).toBeGreaterThanOrEqual(95);
  }
  const everyday = await askAll(everydayQueries, 'in everyday words as records');
  expect(everyday.first, everyday.missed.join('\n')).toBeGreaterThanOrEqual(90);
  expect(everyday.five, everyday.missed.join('\n')).toBeGreaterThanOrEqual(98);
}, 900_000);

async function askAll(asked: readonly DecisionQuery[], what: string) {
  const missed: string[] = [];
  const ranks: number[] = [];
  const times: number[] = [];
  for (const { language, query, expected } of asked) {
    const start = performance.now();
    const { results } = await searchSite(member, { query });
    times.push(performance.now() - start);
    const isExpected = (fact: string) =>
      fact.split(', ').some((number) => expected.includes(shortNumber(number)));
    const rank = results.findIndex(({ facts }) => facts.some(isExpected)) + 1;
    ranks.push(rank);
    if (rank !== 1) missed.push(`${language}: ${query} -> ${rank}, ${results[0]?.title ?? 'none'}`);
  }
  const share = (most: number) =>
    (100 * ranks.filter((rank) => rank > 0 && rank <= most).length) / ranks.length;
  for (const line of missed) say(`  missed: ${line}`);
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
  say(
    `search quality: ${ranks.length} questions for decisions ${what} under ${notes} newer notes, first right ${share(1).toFixed(1)} %, in the first five ${share(5).toFixed(1)} %, p95 ${p95.toFixed(0)} ms`,
  );
  return { first: share(1), five: share(5), missed };
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
