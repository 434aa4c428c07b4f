import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { translations } from '~/i18n/translations.server';
import { consentCookieLine, newReceipt } from './consent-choice';
import { configure } from '../../../tests/support/database/configure';
import { askRoute } from '../../../tests/support/site/route-request';
import { askedConsent, getReceipt, hasConsent, recordConsent } from './consent.server';

const choices = { analytics: true, errorTracking: false };
const given = (changes: object = {}) => ({
  receipt: newReceipt(),
  purposes: askedConsent().purposes,
  language: 'en' as const,
  choices,
  ...changes,
});
const address = '192.0.2.1';

beforeEach(async () => {
  configure({ FLAGS: 'analytics' });
  await db().delete(schema.consentReceipts);
  await db().delete(schema.throttles);
});

describe('the services of spec section 9', () => {
  const names = () => askedConsent().services.map(({ name }) => name);

  test('are those that are in use', () => {
    expect(names()).toEqual(['authentication', 'preferences', 'analytics']);
    configure({ FLAGS: 'analytics,errorTracking' });
    expect(names()).toEqual(['authentication', 'preferences', 'analytics', 'errorTracking']);
    configure({ FLAGS: '' });
    expect(names()).toEqual(['authentication', 'preferences']);
  });

  test('only authentication and preferences are required', () => {
    configure({ FLAGS: 'analytics,errorTracking' });
    const required = askedConsent().services.filter(({ isRequired }) => isRequired);
    expect(required.map(({ name }) => name)).toEqual(['authentication', 'preferences']);
  });

  test('other purposes are asked again', () => {
    const before = askedConsent().purposes;
    configure({ FLAGS: 'errorTracking' });
    expect(askedConsent().purposes).not.toBe(before);
  });
});

// Other words may mean something else: then `meaning` is raised, and everybody is asked again.
test('other words of a service are another version of what is asked', () => {
  configure({ FLAGS: 'analytics,errorTracking' });
  const words = ['analytics', 'errorTracking'].map(
    (name) => translations.en[`consent.service.${name}.text`],
  );
  const hash = createHash('sha256').update(words.join('\n')).digest('hex').slice(0, 8);
  expect({ words: hash, purposes: askedConsent().purposes }).toEqual({
    words: 'a810f4b9',
    purposes: '98d06b00',
  });
});

describe('consent as the server reads it', () => {
  const headersWith = (changes: object = {}) => {
    const { receipt, purposes } = given();
    const consent = { receipt, purposes, givenAt: Date.now(), choices, ...changes };
    return new Headers({ cookie: consentCookieLine(consent, true).split(';')[0] ?? '' });
  };

  test('starts out denied and counts only while it lasts', () => {
    expect(hasConsent(new Headers(), 'analytics')).toBe(false);
    expect(hasConsent(headersWith(), 'analytics')).toBe(true);
    expect(hasConsent(headersWith(), 'errorTracking')).toBe(false);
    const longAgo = Date.now() - 366 * 24 * 3_600_000;
    expect(hasConsent(headersWith({ givenAt: longAgo }), 'analytics')).toBe(false);
  });
});

describe('a receipt', () => {
  test('shows the wording of the question in the language it was asked in', async () => {
    const consent = given({ language: 'de' as const });
    await recordConsent(anonymous, consent, address);
    const receipt = await getReceipt(anonymous, consent.receipt);
    expect(receipt).toMatchObject({ id: consent.receipt, language: 'de', choices });
    expect(receipt.texts['consent.title']).toBe(translations.de['consent.title']);
    expect(receipt.texts['consent.service.analytics.text']).toBe(
      translations.de['consent.service.analytics.text'],
    );
    expect(receipt.texts['consent.ask']).toContain('bietet außerdem an: Statistik.');
  });

  test('holds no address, and is written once however often it is sent', async () => {
    const consent = given();
    await Promise.all(Array.from({ length: 5 }, () => recordConsent(anonymous, consent, address)));
    const rows = await db().select().from(schema.consentReceipts);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(address);
  });

  test('never grants a service that was not shown', async () => {
    const consent = given({ choices: { analytics: true, errorTracking: true } });
    await recordConsent(anonymous, consent, address);
    expect((await getReceipt(anonymous, consent.receipt)).choices.errorTracking).toBe(false);
  });

  test('never grants on the page what was switched on since it was opened', async () => {
    const chosen = async (answer: string, purposes: string) => {
      const form = { answer, purposes };
      const said = await askRoute({ actor: anonymous, pattern: '/consent', form, language: 'en' });
      return said instanceof Response ? said.headers.getSetCookie().join() : '';
    };
    const { purposes } = askedConsent();
    expect(await chosen('all', purposes)).toContain('analytics');
    for (const answer of ['all', 'chosen'])
      expect(await chosen(answer, 'ffffffff')).not.toMatch(/analytics|consent=/);
    expect(await chosen('none', 'ffffffff')).toMatch(/consent=/);
  });

  test('is refused where nothing optional is in use', async () => {
    configure({ FLAGS: '' });
    await expect(recordConsent(anonymous, given(), address)).rejects.toMatchObject({
      code: 'error.changed-meanwhile',
    });
    expect(await db().$count(schema.consentReceipts)).toBe(0);
  });

  test('is refused for another question, in a flood, and unknown ones are not found', async () => {
    await expect(
      recordConsent(anonymous, given({ purposes: 'ffffffff' }), address),
    ).rejects.toMatchObject({ code: 'error.changed-meanwhile' });
    const network = '2001:db8:ff:8::';
    for (let sent = 0; sent < 60; sent += 1)
      await recordConsent(anonymous, given(), `${network}${sent.toString(16)}`);
    await expect(recordConsent(anonymous, given(), `${network}ffff`)).rejects.toMatchObject({
      status: 429,
    });
    for (const id of [newReceipt(), 'x', "' or 1=1"]) {
      await expect(getReceipt(anonymous, id)).rejects.toMatchObject({ status: 404 });
    }
  });
});
