import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { paragraphs } from '~/db/factories.server';
import { discardDraft, listDrafts, saveDraft } from '~/features/writing/drafts/drafts.server';
import { longestField } from '~/features/writing/drafts/draft-schemas';
import { newId } from '~/lib/new-id';
import { person } from '../../../../tests/support/people/person';

/** What a browser sends of a draft; nothing of the member is there before. */
const draftAt = (place: string, fields: Record<string, string> = {}, version = 0) => ({
  place,
  version,
  mark: newId(),
  known: [],
  body: JSON.stringify(paragraphs('Begun')),
  fields,
});

const long = Object.fromEntries(
  Array.from({ length: 40 }, (_, number) => [`field${number}`, 'a'.repeat(longestField)]),
);

test('drafts are kept up to a size, several at once included; none is thrown away for another', async () => {
  const [writer, other] = [await person(), await person()];
  const places = Array.from({ length: 5 }, () => `event/${newId()}`);
  const answers = await Promise.all(places.map((place) => saveDraft(writer, draftAt(place, long))));
  expect(answers.map(({ kind }) => kind).toSorted()).toEqual([
    'full',
    'full',
    'full',
    'saved',
    'saved',
  ]);
  expect(await saveDraft(other, draftAt('new/general', long))).toMatchObject({ kind: 'saved' });
  const [kept, second] = await listDrafts(writer);
  // What is there already is written on, and what was thrown away leaves room.
  const again = draftAt(kept?.place ?? '', { title: 'Shorter' }, 1);
  expect(await saveDraft(writer, again)).toEqual({ kind: 'saved', version: 2 });
  await discardDraft(writer, second?.place ?? '');
  expect(await saveDraft(writer, draftAt('new/general', long))).toMatchObject({ kind: 'saved' });
});

test('the drafts of a member are counted; the oldest stays', async () => {
  const writer = await person();
  await db().execute(sql`
    insert into drafts (id, user_id, place, body)
    select gen_random_uuid(), ${writer.id}, 'topic/' || gen_random_uuid(), '{"type":"doc","content":[]}'
    from generate_series(1, 200)`);
  expect(await saveDraft(writer, draftAt('new/general'))).toEqual({ kind: 'full' });
  expect(await db().$count(schema.drafts, eq(schema.drafts.userId, writer.id))).toBe(200);
  expect(await listDrafts(writer)).toHaveLength(200);
});
