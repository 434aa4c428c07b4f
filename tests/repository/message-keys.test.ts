import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '~/config/project-root.server';
import { accountActions, accountStates } from '~/features/membership/users/user-schemas';
import { translations } from '~/i18n/translations.server';
import { keysNamedIn } from '../../scripts/text-keys.mjs';

/** Texts that are chosen on the server by their key alone, which no type checks. */
const messageKey = /['"`]((?:form|error|success|admin-guard)[./][a-z][\w./-]*)['"`]/g;

const sources = globSync('{app,server}/**/*.{ts,tsx}', { cwd: projectRoot() })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, code: readFileSync(join(projectRoot(), path), 'utf8') }));

const keys = Object.keys(translations.en);

/** The message keys in a source, e.g. `form.required`. */
const messagesIn = (code: string) => [...code.matchAll(messageKey)].map(([, key = '']) => key);

test('every message key in the sources has a text', () => {
  const found = sources.flatMap(({ path, code }) => messagesIn(code).map((key) => ({ path, key })));
  expect(found.length).toBeGreaterThan(50);
  expect(found.filter(({ key }) => !translations.en[key])).toEqual([]);
});

test('every text is used', () => {
  // What the server answers with is named there, not where it is shown.
  const code = sources.map((source) => source.code.replaceAll('useTextOf()', '')).join('\n');
  const used = keysNamedIn(code, keys);
  expect(used.size).toBeGreaterThan(2000);
  expect(keys.filter((key) => !used.has(key))).toEqual([]);
});

test('a colon is that of the reader’s language', () => {
  // French has a no-break space before it: it belongs to a text, such as `word.label`.
  const bareColon = /\{'\s*: '\}|\}: <|>: ?\{/;
  const components = sources.filter(({ path }) => path.endsWith('.tsx'));
  expect(components.length).toBeGreaterThan(100);
  expect(components.filter(({ code }) => bareColon.test(code)).map(({ path }) => path)).toEqual([]);
});

test('a source names texts by key, by plural, and by the beginning that a template has', () => {
  const all = [
    'a.one',
    'a.two',
    'a.count_one',
    'a.count_other',
    'role.USER',
    'role.DEV',
    'error.x',
  ];
  expect([...keysNamedIn("t('a.one'); t('a.count', { count })", all)]).toEqual([
    'a.one',
    'a.count_one',
    'a.count_other',
  ]);
  expect([...keysNamedIn('t(`role.${role}`)', all)]).toEqual(['role.USER', 'role.DEV']);
  expect([...keysNamedIn('const textOf = useTextOf();', all)]).toEqual(['error.x']);
  expect([...keysNamedIn('export function useTextOf() {}', all)]).toEqual([]);
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
