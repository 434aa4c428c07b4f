import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '~/config/project-root.server';
import { accountActions, accountStates } from '~/features/membership/users/user-schemas';
import { translations } from '~/i18n/translations.server';

/** Texts that are chosen on the server by their key alone, which no type checks. */
const messageKey = /['"`]((?:form|error|success|admin-guard)[./][a-z][\w./-]*)['"`]/g;

const sources = readdirSync(join(projectRoot(), 'app'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(projectRoot(), 'app', path), 'utf8') }));

/** The message keys in a source, e.g. `form.required`. */
const keysIn = (text: string) => [...text.matchAll(messageKey)].map(([, key = '']) => key);

test('every message key in the sources has a text', () => {
  const found = sources.flatMap(({ path, text }) => keysIn(text).map((key) => ({ path, key })));
  expect(found.length).toBeGreaterThan(50);
  expect(found.filter(({ key }) => !translations.en[key])).toEqual([]);
});

test('every reason to refuse a password has a text', () => {
  for (const reason of ['common', 'contains-personal', 'too-short', 'too-long']) {
    expect(translations.en[`form.password-${reason}`], reason).toBeTruthy();
  }
});

test('the keys that are put together from parts have texts', () => {
  const parts = {
    'outbox.state.': ['queued', 'kept', 'sent', 'failed'],
    'news.category.': ['association', 'case-law', 'eu', 'member-news', 'call'],
    'role.': ['ADMIN', 'DEV', 'USER'],
    'success.user-': accountActions,
    'users.state.': accountStates,
    'events.type.': [
      'annual-conference',
      'general-assembly',
      'seminar',
      'webinar',
      'partner-training',
      'deadline',
      'other',
    ],
  };
  for (const [stem, ends] of Object.entries(parts)) {
    for (const end of ends) expect(translations.en[`${stem}${end}`], stem + end).toBeTruthy();
  }
});
