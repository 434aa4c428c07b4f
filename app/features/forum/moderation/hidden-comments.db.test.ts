import { beforeEach, expect, test } from 'vitest';
import { getOwnComment } from '~/features/forum/comments/comments.server';
import { appealDecision, listOwnStatements } from '~/features/forum/reviews/decisions.server';
import {
  type Dispute,
  decide,
  decideOnAppeal,
  edit,
  flagged,
  makeDispute,
  shownTo,
} from '../../../../tests/support/texts/forum-setup';

let dispute: Dispute;
beforeEach(async () => {
  dispute = await makeDispute();
});

const isHiddenBy = async () => (await shownTo(dispute.author, dispute))?.hiddenBy;

test('a hidden comment names the decision as soon as there is nothing left to review', async () => {
  const { first, second, author, reader, commentId } = dispute;
  const id = await flagged(dispute);
  await decide(first, id, { measure: 'ask-to-revise' });
  expect(await isHiddenBy()).toBeNull();
  await edit(dispute, 'The parties will be surprised.');
  expect(await isHiddenBy()).toBeNull();
  await decide(first, id, { measure: 'hide' });
  expect(await isHiddenBy()).toBe(`/forum/decision/${id}`);
  expect(await getOwnComment(author, commentId)).toMatchObject({
    hiddenBy: `/forum/decision/${id}`,
  });
  expect((await shownTo(second, dispute))?.hiddenBy).toBe(`/flagged-comment/${id}`);
  expect(await shownTo(reader, dispute)).toMatchObject({ html: null, hiddenBy: null });
  await appealDecision(author, id, 'It names nobody.');
  expect(await isHiddenBy()).toBeNull();
  await decideOnAppeal(second, id, 'upheld');
  expect(await isHiddenBy()).toBe(`/forum/decision/${id}`);
});

test('the list of decisions says what became of the one that was appealed', async () => {
  const { first, second, author } = dispute;
  const id = await flagged(dispute);
  await decide(first, id, { measure: 'ask-to-revise' });
  await appealDecision(author, id, 'It names nobody.');
  const measures = async () =>
    (await listOwnStatements(author)).map(({ measure, appeal }) => [measure, appeal]);
  expect(await measures()).toEqual([['ask-to-revise', null]]);
  await decideOnAppeal(second, id, 'upheld');
  await decide(first, id, { measure: 'hide' });
  expect(await measures()).toEqual([
    ['hide', null],
    ['ask-to-revise', 'upheld'],
  ]);
});
