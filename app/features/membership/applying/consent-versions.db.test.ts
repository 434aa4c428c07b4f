import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db } from '~/db/db.server';
import { makePage } from '~/db/factories.server';
import { translations } from '~/i18n/translations.server';
import { filledForm } from '../../../../tests/support/people/applications';
import { parseForm } from '~/lib/forms/form';
import { applicationLists, applicationSchema } from './application-schemas';
import { consentVersions } from './consent-versions.server';

/** What is asked, word by word, in every language. */
const words = Object.entries(translations).map(([language, texts]) => [
  language,
  ...['field', 'hint'].map((part) => texts[`application.${part}.newsletterConsent`]),
]);

test('other words of a consent are another version of it', async () => {
  for (const slug of ['end-user-agreement', 'privacy-policy'])
    await makePage(db(), { slug, effectiveOn: '2026-01-01' });
  const consents = { newsletterConsent: 'on' };
  const form = parseForm(applicationSchema, filledForm(consents), applicationLists);
  if (!form.ok) throw new Error('The form is not filled in');
  const { newsletter } = await consentVersions(anonymous, form.data);
  expect(words.flat().every((text) => text)).toBe(true);
  const hash = createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16);
  // Whoever changes one of these texts gives it a new version, and writes both here.
  expect({ newsletter, hash }).toEqual({ newsletter: '2026-11-24', hash: '6fa63185c43a707d' });
});
