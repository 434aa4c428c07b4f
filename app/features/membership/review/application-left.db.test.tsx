import { expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { makeApplication } from '~/db/factories.server';
import { onlyTwoAdministrators } from '../../../../tests/support/people/applications';
import { markupOf } from '../../../../tests/support/site/markup-of';
import { ApplicationFields } from '~/features/membership/applying/application-fields';
import { ApplicationDecision } from './application-decision';
import { ApplicationStanding, ApplicationStatus } from './application-standing';
import { getApplication, listApplications, queueFilterSchema } from './application-queue.server';

test('of a member who left the record says no more than is known, and offers no form', async () => {
  const { ada } = await onlyTwoAdministrators();
  const { id } = await makeApplication(db(), {
    status: 'active',
    memberNumber: 7001,
    verifiedAt: new Date(),
    verificationMethod: null,
    consents: {},
    anonymisedAt: new Date('2026-05-04T12:00:00Z'),
  });
  const found = await getApplication(ada, id);
  const page = { ...found, name: 'Anonymous', administrators: [] };
  const markup = markupOf(<ApplicationDecision {...page} />, 'en');
  const standing = markupOf(<ApplicationStanding {...found.application} />, 'en');
  expect(standing).toContain('Left on 4 May 2026');
  expect(standing).not.toContain('Member');
  const fields = <ApplicationFields application={found.application} />;
  expect(markupOf(fields, 'en')).not.toContain('Newsletter');
  expect(markup).toContain('7001');
  expect(markup).toContain('Judicial status verified');
  expect(markup).not.toContain('null');
  expect(markup).not.toContain('<form');
});

test('who has left is listed among all applications only', async () => {
  const { ada } = await onlyTwoAdministrators();
  const { id } = await makeApplication(db(), { status: 'active', anonymisedAt: new Date() });
  const listed = async (state: string) =>
    (await listApplications(ada, queueFilterSchema.parse({ state }))).rows.map((row) => row.id);
  expect(await listed('active')).toEqual([]);
  expect(await listed('all')).toEqual([id]);
  const { rows } = await listApplications(ada, queueFilterSchema.parse({ state: 'all' }));
  const shown = rows.map((row) => markupOf(<ApplicationStatus {...row} />, 'en'));
  expect(shown).toEqual([expect.stringContaining('Left on')]);
});
