import { expect, test } from 'vitest';
import { translateIn } from '~/i18n/translations.server';
import { pageOf } from '../../../tests/support/site/page-of';
import { allServices, consentTextKeys } from './consent-services';

const translate = translateIn('en');
const receipt = (keys: readonly string[]) => ({
  id: '0'.repeat(32),
  givenAt: new Date('2026-05-04T12:00:00Z'),
  language: 'en',
  // As the database gives them, which keeps no order.
  texts: Object.fromEntries(
    consentTextKeys(allServices)
      .filter((key) => keys.includes(key))
      .toReversed()
      .map((key) => [key, `«${key}»`]),
  ),
  choices: { analytics: true, errorTracking: false },
});
const shown = (keys: readonly string[]) =>
  pageOf('/consent/receipt/:id', { loaderData: { receipt: receipt(keys) } });
const keysIn = (page: string) => [...page.matchAll(/«([\w.]+)»/g)].map(([, key]) => key);

test('a receipt shows everything that was asked, in the order in which it was shown', async () => {
  const keys = consentTextKeys(allServices);
  const page = await shown(keys);
  expect(new Set(keysIn(page))).toEqual(new Set(keys));
  expect(keysIn(page)).toEqual([
    'consent.title',
    'consent.ask',
    'consent.intro',
    'consent.optional',
    ...allServices.flatMap(({ name, category }) => [
      `consent.service.${name}`,
      `consent.category.${category}`,
      `consent.service.${name}.text`,
    ]),
    'consent.lasts',
  ]);
  expect(page).toContain(translate('consent.answer.granted'));
  expect(page).toContain(translate('consent.answer.refused'));
});

test('an earlier receipt shows the texts that it has', async () => {
  const keys = ['consent.title', 'consent.service.analytics', 'consent.service.analytics.text'];
  const page = await shown(keys);
  expect(keysIn(page)).toEqual(keys);
  expect(page).not.toMatch(/undefined|\(\)|<p><\/p>/);
});
