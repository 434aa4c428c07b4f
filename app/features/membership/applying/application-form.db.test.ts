import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makePage, makeUser } from '~/db/factories.server';
import { parseForm } from '~/lib/forms/form';
import { actorOf } from '../../../../tests/support/people/actors';
import { filledForm } from '../../../../tests/support/people/applications';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';
import { applicationLists, applicationSchema } from './application-schemas';

const { mails, membershipApplications: applications } = schema;

beforeAll(async () => {
  for (const slug of ['end-user-agreement', 'privacy-policy']) {
    await makePage(db(), { slug, effectiveOn: '2026-01-01' });
  }
});

beforeEach(async () => {
  await db().delete(applications);
  await db().delete(mails);
  await db().delete(schema.throttles);
});

function read(changes: Record<string, string | string[]> = {}) {
  const form = parseForm(applicationSchema, filledForm(changes), applicationLists);
  if (!form.ok) throw new Error(JSON.stringify(form.fieldErrors));
  return form.data;
}

describe('the form', () => {
  test('is shown again with everything in it when it cannot be taken now', async () => {
    const send = (form: FormData) => askRoute({ actor: anonymous, pattern: '/membership', form });
    const typed = { title: 'Dr', email: 'kept@court.example', message: 'Thank you.' };
    const member = actorOf(await makeUser(db()));
    const refused = await askRoute({
      actor: member,
      pattern: '/membership',
      form: filledForm({ ...typed, newsletterConsent: 'on' }),
    });
    expect(refused).toMatchObject({
      init: { status: 404 },
      data: { values: { ...typed, newsletterConsent: 'on', workingLanguages: 'de,en' } },
    });
    const statuses: number[] = [];
    for (let sent = 0; sent < 30 && !statuses.includes(429); sent += 1)
      statuses.push(await statusOf(send(filledForm(typed))));
    expect(await send(filledForm(typed))).toMatchObject({
      init: { status: 429 },
      data: { error: 'error.auth/too-many-requests', values: { ...typed, acceptStatutes: 'on' } },
    });
  });

  test('is there for visitors and for developers, who have its menu entry, and for nobody else', async () => {
    await makePage(db(), { slug: 'membership' });
    const pageFor = async (role: 'USER' | 'ADMIN' | 'DEV') => {
      const actor = actorOf(await makeUser(db(), { role }));
      return askRoute({ actor, pattern: '/membership' });
    };
    const form = { options: expect.any(Object) };
    expect(await askRoute({ actor: anonymous, pattern: '/membership' })).toMatchObject(form);
    expect(await pageFor('DEV')).toMatchObject(form);
    for (const role of ['USER', 'ADMIN'] as const)
      expect(await pageFor(role)).toMatchObject({ options: null });
    const actor = actorOf(await makeUser(db(), { role: 'DEV' }));
    const sent = askRoute({ actor, pattern: '/membership', form: filledForm({}) });
    expect(await statusOf(sent)).toBe(302);
  });

  test('is read with everything in it', () => {
    expect(read({ title: ' Dr ', phone: '+43 1 234', message: 'Thank you.\r\nSincerely' })).toEqual(
      {
        title: 'Dr',
        firstName: 'Ottilie',
        lastName: 'Brandwaldner',
        email: 'ottilie@court.example',
        phone: '+43 1 234',
        memberCategory: 'full-practising',
        function: 'Judge',
        courtName: 'Administrative Court',
        courtCity: 'Nordtal',
        country: 'AT',
        appointedSince: 2014,
        gdprExperience: 'Cases on access requests since 2018.',
        workingLanguages: ['de', 'en'],
        preferredLanguage: 'de',
        referee: null,
        message: 'Thank you.\nSincerely',
        newsletterConsent: false,
        acceptStatutes: true,
        acceptEndUserAgreement: true,
        privacyNoticeSeen: true,
      },
    );
  });

  test.each([
    ['firstName', '', 'form.required'],
    ['lastName', 'x'.repeat(101), 'form.too-long'],
    ['lastName', 'Brand\u0000waldner', 'form.invalid'],
    ['email', 'nobody', 'form.email'],
    ['memberCategory', 'president', 'form.choose'],
    ['function', 'J', 'form.too-short'],
    ['country', 'XX', 'form.invalid'],
    ['country', '', 'form.required'],
    ['appointedSince', '1899', 'form.year'],
    ['appointedSince', 'long ago', 'form.year'],
    ['appointedSince', '2999', 'form.year'],
    ['gdprExperience', 'Too short.', 'form.too-short'],
    ['gdprExperience', 'x'.repeat(2001), 'form.too-long'],
    ['workingLanguages', [], 'form.choose-one'],
    ['workingLanguages', ['xx'], 'form.invalid'],
    ['preferredLanguage', 'fr', 'form.preferred-language'],
    ['message', 'x'.repeat(2001), 'form.too-long'],
    ['acceptStatutes', 'no', 'form.invalid'],
    ['privacyNoticeSeen', [], 'form.must-accept'],
  ])('refuses %s as %j and keeps the rest', (name, value, problem) => {
    const form = parseForm(applicationSchema, filledForm({ [name]: value }), applicationLists);
    expect(form).toMatchObject({ ok: false, fieldErrors: { [name]: problem } });
    if (!form.ok) expect(form.values.courtCity).toBe('Nordtal');
  });

  test.each([
    'id',
    'status',
    'role',
    'emailVerified',
    'createdAt',
    'memberNumber',
    'confirmedAt',
    'userId',
    'version',
  ])('refuses the unknown field %s', (name) => {
    const form = parseForm(applicationSchema, filledForm({ [name]: 'ADMIN' }), applicationLists);
    expect(form.ok).toBe(false);
  });
});
