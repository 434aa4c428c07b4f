import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { projectRoot } from '~/config/project-root.server';
import { beginPasskeySignIn } from '~/features/identity/sign-in/alternative-sign-in.server';
import { auth } from '~/platform/auth.server';
import { readCookies } from '../support/people/cookies';

const root = projectRoot();
const policy = readFileSync(join(root, 'content/pages/privacy-policy.en.json'), 'utf8');
const isNamed = (name: string) => policy.includes(JSON.stringify(name));

/** Program files with their text. */
const sources = ['app', 'server'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
    .map((path) => ({
      path: `${folder}/${path}`,
      text: readFileSync(join(root, folder, path), 'utf8'),
    })),
);

/** What each file that writes a cookie calls it; the sign-in library's are asked for below. */
const setIn: Record<string, string[]> = {
  'app/answers/notices.server.ts': ['__Host-notice'],
  'app/features/consent/consent-choice.ts': ['consent'],
  'app/features/identity/sign-in/second-step.server.ts': ['__Host-second-step'],
  'app/features/identity/sign-in/session.server.ts': ['__Host-session'],
  'app/features/identity/sign-in/wanted-page.server.ts': ['__Host-wanted-page'],
  'app/i18n/stored-language.ts': ['lang'],
  'app/layout/guards/identify.server.ts': ['__Host-wrote'],
  'app/layout/head/language.route.ts': ['lang'],
  'app/site/shown-notices.ts': ['__Host-notice'],
};

test('the privacy policy names every cookie that the program sets', () => {
  const writing = sources.filter(({ text }) => text.includes('SameSite='));
  expect(writing.map(({ path }) => path).toSorted()).toEqual(Object.keys(setIn));
  const written = sources.flatMap(({ text }) =>
    [...text.matchAll(/'(__Host-[\w.-]+)'/g)].map(([, name = '']) => name),
  );
  // The beginning of the names that the library makes.
  const names = new Set([...Object.values(setIn).flat(), ...written]);
  names.delete('__Host-site');
  expect(names.size).toBeGreaterThan(7);
  expect([...names].filter((name) => !isNamed(name))).toEqual([]);
});

test('and every cookie of the sign-in library', async () => {
  const request = { headers: new Headers(), clientAddress: '192.0.2.1' };
  const { cookies } = await beginPasskeySignIn(anonymous, request);
  const { createAuthCookie } = await auth().$context;
  // The way it keeps what was asked of a hosted provider (storeStateStrategy).
  const names = [...Object.keys(readCookies(cookies)), createAuthCookie('oauth_state').name];
  expect(names).toHaveLength(2);
  expect(names.filter((name) => !isNamed(name))).toEqual([]);
});

test('the privacy policy names every entry in the storage of the browser', () => {
  const keys = sources.flatMap(({ text }) => {
    const constants = new Map(
      [...text.matchAll(/const (\w+)(?: = |\s*=.*=> )['`]([\w-]+)/g)].map(
        ([, name = '', value = '']) => [name, value] as const,
      ),
    );
    return [...text.matchAll(/Storage\.setItem\(\s*(?:'([\w-]+)'|(\w+))/g)].map(
      ([, literal, name = '']) => literal ?? constants.get(name) ?? name,
    );
  });
  // Declared beside what removes them.
  const said: Record<string, string> = { keyOf: 'draft:… and draft-marks:…' };
  said['marksKeyOf'] = said['keyOf'] ?? '';
  expect(keys.length).toBeGreaterThan(7);
  expect(keys.filter((key) => !isNamed(said[key] ?? key))).toEqual([]);
});
