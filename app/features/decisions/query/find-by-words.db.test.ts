import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { topics } from '~/features/decisions/records/topics';
import de from '~/features/decisions/texts/de.json';
import en from '~/features/decisions/texts/en.json';
import fr from '~/features/decisions/texts/fr.json';
import { loadDemonstrationDecisions } from '~/features/operations/demonstration/decision-content.server';
import type { SignedInActor } from '~/policy/actor';
import { person } from '../../../../tests/support/people/person';
import { findByWords } from './find-by-words.server';

const { decisionRecords: records } = schema;
let member: SignedInActor;

beforeAll(async () => {
  member = await person();
  await loadCourts();
  await loadDemonstrationDecisions();
});

test.each(['Natsionalna agentsia za prihodite', 'Nacionalinis visuomenės sveikatos centras'])(
  'by the name "%s" one decision is found, whatever its words say elsewhere',
  async (name) => {
    const { condition } = await findByWords(member, name);
    const found = await db().select({ names: records.names }).from(records).where(condition);
    expect(found).toEqual([{ names: expect.arrayContaining([name]) }]);
  },
);

test.each(Object.entries({ en, fr, de }))(
  'the name of a topic in %s finds every decision about it',
  async (_language, texts: Record<string, string>) => {
    const missed: string[] = [];
    for (const topic of topics) {
      const { condition } = await findByWords(member, texts[`decision.topic.${topic}`] ?? '');
      const isMissed = sql`${topic} = any(${records.topics}) and not ${condition}`;
      if ((await db().$count(records, isMissed)) > 0) missed.push(topic);
    }
    expect(missed).toEqual([]);
    expect(await db().$count(records, sql`'transfers' = any(${records.topics})`)).toBeGreaterThan(
      2,
    );
  },
);
