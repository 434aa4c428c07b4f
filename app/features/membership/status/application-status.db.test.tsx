import { beforeEach, expect, test } from 'vitest';
import { anonymous, type SignedInActor } from '~/policy/actor';
import {
  askForInformation,
  startReview,
} from '~/features/membership/review/application-review.server';
import { outboxMails } from '../../../../tests/support/mail/outbox';
import {
  looked,
  onlyTwoAdministrators,
  verifiedApplication,
} from '../../../../tests/support/people/applications';
import { pageOf } from '../../../../tests/support/site/page-of';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';
import { statusTokenOf } from './application-links.server';
import {
  answerQuestion,
  getApplicationByLink,
  withdrawApplication,
} from './application-status.server';

let ada: SignedInActor;
let id: string;
let token: string;

beforeEach(async () => {
  ({ ada } = await onlyTwoAdministrators());
  id = await verifiedApplication(ada, { status: 'submitted' });
  token = statusTokenOf(id);
  await startReview(ada, await looked(id));
  await askForInformation(ada, await looked(id), 'Since when are you in office?');
});

const pattern = '/membership/status/:token';
const send = (form: Record<string, string>) =>
  askRoute({ actor: anonymous, pattern, params: { token }, form });

test('an answer that comes too late is shown, to be copied', async () => {
  await withdrawApplication(anonymous, token);
  const answer = send({ intent: 'answer', text: 'Since 2014.' });
  expect(await statusOf(answer)).toBe(409);
  const actionData = { error: 'error.changed-meanwhile', values: { text: 'Since 2014.' } };
  expect(await answer).toMatchObject({ data: actionData });
  const loaderData = await getApplicationByLink(anonymous, token);
  const page = await pageOf(pattern, { loaderData, actionData });
  expect(page).toContain('This answer was not sent.');
  expect(page).toMatch(/<p[^>]*>Since 2014\.<\/p>/);
});

test.each([
  ['an answer', { intent: 'answer', text: 'Since 2014.' }, 'application-answered'],
  ['a withdrawal', { intent: 'withdraw' }, 'application-withdrawn'],
])('%s that is sent twice is done once, and neither says otherwise', async (_what, form, mail) => {
  const before = (await outboxMails(mail)).length;
  expect(await statusOf(send(form))).toBe(302);
  expect(await statusOf(send(form))).toBe(302);
  expect(await outboxMails(mail)).toHaveLength(before + 1);
});

test('the words of an earlier answer are not taken for one to a question that was closed', async () => {
  const form = { intent: 'answer', text: 'Yes.' };
  await answerQuestion(anonymous, token, form.text);
  await askForInformation(ada, await looked(id), 'Are you still in office?');
  await withdrawApplication(anonymous, token);
  expect(await statusOf(send(form))).toBe(409);
  expect(await send(form)).toMatchObject({ data: { values: { text: 'Yes.' } } });
});

test('another answer than the one that was sent is refused', async () => {
  await answerQuestion(anonymous, token, 'Since 2014.');
  expect(await statusOf(send({ intent: 'answer', text: 'Since 2015.' }))).toBe(409);
});
