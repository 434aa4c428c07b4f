import { beforeEach, expect, test } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { discardDraft, saveDraft } from '~/features/writing/drafts/drafts.server';
import { listOwnDrafts } from '~/features/forum/composing/draft-list.server';
import { newId } from '~/lib/new-id';
import {
  decide,
  type Dispute,
  flagged,
  flagInput,
  makeDispute,
} from '../../../../tests/support/texts/forum-setup';

/** What is being written in moderation is among one's drafts, as long as it is there for one. */

let dispute: Dispute;
let id: string;
const topic = 'A topic to talk about';

beforeEach(async () => {
  dispute = await makeDispute();
  id = await flagged(dispute);
});

const keep = (by: SignedInActor, place: string, fields: Record<string, string>) =>
  saveDraft(by, {
    place,
    version: 0,
    mark: newId(),
    known: [],
    body: JSON.stringify({ type: 'doc', content: [] }),
    fields,
  });

const listed = async (by: SignedInActor) =>
  (await listOwnDrafts(by)).map(({ kind, name, address, words }) => [kind, name, address, words]);

test('a flag, until the comment is no longer shown', async () => {
  const { reader, first, commentId } = dispute;
  const fields = { passage: flagInput.passage, explanation: 'It names a party.' };
  await keep(reader, `flag/${commentId}`, fields);
  const address = `/forum/comment/${commentId}/flag`;
  expect(await listed(reader)).toEqual([['flag', topic, address, 'It names a party.']]);
  await decide(first, id, { measure: 'hide' });
  // One's own words stay one's own; what was copied from the comment is not among them.
  expect(await listed(reader)).toEqual([['flag', null, null, 'It names a party.']]);
  await discardDraft(reader, `flag/${commentId}`);
  expect(await listed(reader)).toEqual([]);
});

test('a decision, as long as one reviews what others wrote', async () => {
  const { first, author } = dispute;
  const fields = { measure: 'hide', facts: 'A party is named.' };
  for (const by of [first, author]) await keep(by, `review/${id}`, fields);
  const seen = ['review', topic, `/flagged-comment/${id}`, 'A party is named.'];
  const unseen = ['review', null, null, 'A party is named.'];
  expect(await listed(first)).toEqual([seen]);
  expect(await listed({ ...first, role: 'USER' })).toEqual([unseen]);
  expect(await listed({ ...author, role: 'ADMIN' })).toEqual([unseen]);
});

test('an appeal, for who wrote the comment', async () => {
  const { first, author, reader } = dispute;
  await decide(first, id, { measure: 'keep-with-note' });
  for (const by of [author, reader]) await keep(by, `appeal/${id}`, { text: 'I disagree.' });
  expect(await listed(author)).toEqual([['appeal', topic, `/forum/decision/${id}`, 'I disagree.']]);
  expect(await listed(reader)).toEqual([['appeal', null, null, 'I disagree.']]);
});
