import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { isReadingPage, textPartOf } from '~/i18n/reading-page';
import { partOfTexts, translations } from '~/i18n/translations.server';
import { projectRoot } from '~/config/project-root.server';

const app = join(projectRoot(), 'app');
const table = readFileSync(join(app, 'routes.ts'), 'utf8');

const everywhere = ['root.tsx', 'entry.client.tsx'];

/** The pages whose address is that of a reading page. */
const readingPages = [
  ...everywhere,
  'pages/home/home.route.tsx',
  ...[...table.matchAll(/^ {2}route\('([^']+)', '([^']+\.tsx)'\)/gm)].flatMap(
    ([, path, file = '']) => (isReadingPage(`/${path?.replace(/:\w+/g, 'one')}`) ? [file] : []),
  ),
];

/** What runs on the server only is no text for the browser. */
const onServer = /^export (?:async )?function (?:loader|action|meta)\b[^]*?^}/gm;

/** A page and all it imports, also later. */
function sourcesOf(file: string, known = new Map<string, string>()): Map<string, string> {
  if (known.has(file)) return known;
  const source = readFileSync(file, 'utf8').replaceAll(onServer, '');
  known.set(file, source);
  const imports = source.matchAll(/(?<!type )\{[^{}]*\} from '([^']+)'|import\('([^']+)'\)/g);
  for (const [, named, later] of imports) {
    const path = named ?? later ?? '';
    const whole = path.startsWith('~/') ? join(app, path.slice(2)) : resolve(dirname(file), path);
    const found = ['.ts', '.tsx'].map((end) => whole + end).find((one) => existsSync(one));
    if (found && !whole.endsWith('.server')) sourcesOf(found, known);
  }
  return known;
}

const stem = (key: string) => key.replace(/_(one|other|many)$/, '');

const keys = Object.keys(translations.en);
const stems = new Set([...keys, ...keys.map(stem)]);

/** The texts that these pages name in their sources. */
function saidBy(pages: readonly string[]): Set<string> {
  const known = new Map<string, string>();
  for (const file of pages) sourcesOf(join(app, file), known);
  const said = new Set<string>();
  for (const source of known.values()) {
    for (const [, key = ''] of source.matchAll(/['"`]([\w./-]+)['"`]/g)) {
      if (stems.has(key)) said.add(key);
    }
    for (const [, start = ''] of source.matchAll(/`([a-z][\w.-]*\.)\$\{/g)) {
      for (const key of keys) if (key.startsWith(start)) said.add(stem(key));
    }
  }
  return said;
}

test('the texts of the reading pages are all that these pages can say', () => {
  const said = saidBy(readingPages);
  expect(readingPages.length).toBeGreaterThan(10);
  expect(said.size).toBeGreaterThan(150);
  for (const texts of Object.values(translations)) {
    const there = new Set(Object.keys(partOfTexts('reading', texts)).map(stem));
    expect([...said].filter((key) => !there.has(key))).toEqual([]);
    expect(there.size).toBeLessThan(stems.size / 4);
  }
});

test('the texts of the application are all that its page and an answer to it can say', () => {
  const pages = ['membership', 'application-sent'];
  for (const path of ['/membership', '/membership/sent']) {
    expect(textPartOf(path)).toBe('application');
  }
  const said = saidBy([
    ...everywhere,
    ...pages.map((name) => `features/membership/applying/${name}.route.tsx`),
  ]);
  expect([...said]).toEqual(
    expect.arrayContaining([
      'application.hint.referee',
      'application.problems',
      'application.sent-text',
    ]),
  );
  const answers = keys.filter((key) => /^(error|form)\./.test(key)).map(stem);
  for (const texts of Object.values(translations)) {
    const there = new Set(Object.keys(partOfTexts('application', texts)).map(stem));
    expect([...said, ...answers].filter((key) => !there.has(key))).toEqual([]);
    expect(there.size).toBeLessThan(stems.size / 4);
  }
});
