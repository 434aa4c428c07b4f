import { beforeEach, expect, test } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import {
  applicationNow,
  auditActions,
  onlyTwoAdministrators,
  verifiedApplication,
} from '../../../../tests/support/people/applications';
import { markupOf } from '../../../../tests/support/site/markup-of';
import { ApplicationDecision } from './application-decision';
import { getApplication } from './application-queue.server';
import { runReviewAction } from './application-review-action.server';

let ada: SignedInActor;
let devi: SignedInActor;

beforeEach(async () => {
  ({ ada, devi } = await onlyTwoAdministrators());
});

/** Sends a form as a browser without scripts finds it on the page, with what is typed besides. */
async function send(actor: SignedInActor, id: string, [intent, typed = {}]: Sent) {
  const page = { ...(await getApplication(actor, id)), name: 'Alba', administrators: [] };
  const markup = markupOf(<ApplicationDecision {...page} />);
  const [plain = ''] = /<noscript>.*<\/noscript>/s.exec(markup) ?? [];
  const html = [...plain.matchAll(/<form.*?<\/form>/gs)]
    .map(([found]) => found)
    .find((found) => found.includes(`name="intent" value="${intent}"`));
  if (html === undefined) throw new Error(`There is no form for ${intent}`);
  const form = new FormData();
  for (const [input] of html.matchAll(/<input[^>]*>/g)) {
    const [, name = ''] = / name="([^"]*)"/.exec(input) ?? [];
    form.set(name, / value="([^"]*)"/.exec(input)?.[1] ?? '');
  }
  for (const [, name = '', text = ''] of html.matchAll(
    /<textarea[^>]* name="([^"]*)"[^>]*>([^<]*)</g,
  ))
    form.set(name, text);
  for (const [name, value] of Object.entries(typed)) form.set(name, value);
  return runReviewAction(actor, id, form);
}
type Sent = [intent: string, typed?: Record<string, string>];

test('each decision is made by its form in the page', async () => {
  const asked = await verifiedApplication(ada);
  expect(await send(ada, asked, ['ask'])).toMatchObject({ kind: 'done' });
  expect(await applicationNow(asked)).toMatchObject({ status: 'information-requested' });

  const refused = await verifiedApplication(ada, { email: 'refused@court.example' });
  expect(await send(ada, refused, ['reject'])).toMatchObject({ kind: 'refused' });
  const reason = { reason: 'No judge at all.' };
  expect(await send(ada, refused, ['reject', reason])).toMatchObject({ kind: 'done' });
  expect(await applicationNow(refused)).toMatchObject({ status: 'rejected' });

  const approved = await verifiedApplication(ada, { email: 'approved@court.example' });
  for (const actor of [ada, devi])
    expect(await send(actor, approved, ['approve'])).toMatchObject({ kind: 'done' });
  expect(await applicationNow(approved)).toMatchObject({ status: 'invited' });
  expect(await auditActions(approved)).toEqual([
    'application.approve-first',
    'application.approve',
    'application.invite',
  ]);
});
