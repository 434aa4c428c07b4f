import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '~/config/project-root.server';
import { decisionProblems } from '../../scripts/decision-rules.mjs';
import { secretsIn } from '../../scripts/secret-patterns.mjs';
import { usesPrivateParts, usesQueueTables } from '../../scripts/private-parts.mjs';
import { belowFloors, floors, harmless } from '../../scripts/version-floors.mjs';

const entry = (name: string, version: string) => ({ [`node_modules/${name}`]: { version } });

test.each([
  ['better-auth', '1.7.6', true],
  ['better-auth', '1.7.7', false],
  ['better-auth', '1.7.7-beta.1', true],
  ['better-auth', '1.10.0', false],
  ['react-router', '8.3.9', true],
  ['react-router', '7.99.0', true],
  ['nodemailer', '6.9.16', true],
  ['nodemailer', '10.6.0', false],
  ['ws', '8.16.0', true],
  ['ws', '7.5.10', false],
  ['ws', '6.2.0', false],
  ['semver', '6.3.1', false],
  ['semver', '7.5.1', true],
])('%s %s in a lock file: too old is %s', (name, version, isTooOld) => {
  expect(belowFloors(entry(name, version))).toHaveLength(isTooOld ? 1 : 0);
  expect(belowFloors({ [`node_modules/other/node_modules/${name}`]: { version } })).toHaveLength(
    isTooOld ? 1 : 0,
  );
});

test('the lock file holds what the list is about, and every exception is still needed', () => {
  const text = readFileSync(join(projectRoot(), 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text);
  expect(belowFloors(packages)).toEqual([]);
  for (const name of ['better-auth', 'react-router', 'hono', 'nodemailer', 'drizzle-orm', 'pg'])
    expect(floors.map((floor) => floor.name)).toContain(name);
  for (const [path, why] of Object.entries(harmless)) {
    const { version } = packages[path];
    expect(why.length).toBeGreaterThan(10);
    expect(belowFloors({ [`node_modules/x/${path}`]: { version } })).toHaveLength(1);
  }
});

/** With a dot in the middle, which the test takes out, so that this file holds none itself. */
const secrets: [string, string][] = [
  ['a private key', '-----BEGIN RSA PRI·VATE KEY-----'],
  ['a private key of a newer kind', '-----BEGIN PRI·VATE KEY-----'],
  ['an access key', 'id = AK·IAABCDEFGH12345678'],
  ['a token of a code host', `gh·p_${'a1B2'.repeat(9)}`],
  ['a token of a registry', `//registry/:_authToken=np·m_${'a1B2'.repeat(9)}`],
  ['a signed token', 'ey·JhbGciOiJIUzI1NiJ9.ey·JzdWIiOiIxMjM0In0.abcdefghijklm'],
  ['a password in an address', 'SMTP_URL=smtp:/·/mailer:k7fQz2@mail.example.org'],
  ['a secret in a setting', `APP_SECRET=${'9f8e7d6c5b4a'.repeat(3)}`],
  ['a secret in code', `const apiKey = '${'Zx9Yw8Vu7Ts6'.repeat(2)}';`],
  ['long random text', `call('${'aB3dE6gH9j'.repeat(5)}')`],
];

test.each(secrets)('%s is seen, and not repeated in the message', (_name, text) => {
  const [place = '', ...more] = secretsIn(
    'docs/notes.md',
    `first line\n${text.replaceAll('·', '')}\n`,
  );
  expect(place).toMatch(/^docs\/notes\.md:2: [a-z ]+$/);
  expect(more.every((line) => line.startsWith('docs/notes.md:2'))).toBe(true);
});

test.each([
  'APP_SECRET=<at least 32 random characters>',
  'SMTP_URL=smtps://user:password@mail.example.org:465',
  'const url = `postgres://${user}:${password}@${host}`',
  'password: goodPassword,',
  'const token = randomBytes(32).toString("base64url")',
  'https://www.example.org/a/very/long/path/with/many/words/in/it/and/more',
])('%s is no secret', (text) => {
  expect(secretsIn('docs/notes.md', text)).toEqual([]);
});

test.each([
  "import { UNSAFE_DataRouterContext } from 'react-router';",
  'window.__reactRouterContext.streamController.close();',
  'const { serverHandoffStream, renderMeta } = routerContext;',
  'routerContext.renderMeta.streamCache = {};',
  "import { unstable_usePrompt } from 'react-router';",
  'React.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  'window.fetch = (input, init) => ask(input, init);',
  "import { decode } from 'react-router/dist/vendor/turbo-stream';",
])('%s reaches into private parts', (line) => {
  expect(usesPrivateParts(line)).toBe(true);
});

test.each([
  'renderMeta',
  'context.serverHandoffStream',
  'routerContext.renderMeta?.didRenderScripts',
  'window.__reactRouterContext.streamCache',
  'route._match',
  "globalThis['fetch'] = patient;",
])('%s is private as well', (line) => {
  expect(usesPrivateParts(line)).toBe(true);
});

test.each([
  'select count(*) from pgboss.job',
  'update pgboss.job set state = $1',
  'insert into "pgboss"."job" (name) values ($1)',
  'delete from pgboss.archive',
  'left join pgboss.queue on true',
])('%s goes past the API of the job queue', (line) => {
  expect(usesQueueTables(line)).toBe(true);
  expect(usesQueueTables('await queue.findJobs(name)')).toBe(false);
});

test.each([
  "import { ServerRouter, useMatches } from 'react-router';",
  'const answer = await fetch(address);',
  'if (window.fetch === undefined) return;',
  '<ServerRouter context={routerContext} url={request.url} nonce={nonce} />',
])('%s uses what is documented', (line) => {
  expect(usesPrivateParts(line)).toBe(false);
});

const record = (body: string) => `# 1. One thing\n\nDate: 1 May 2026\n\n${body}\n`;
const page = '## Context\na\n## Decision\nb\n## Consequences\nc\n## Alternatives\nd';

test('a decision record fits one page and has its four headings', () => {
  expect(decisionProblems(record(page))).toEqual([]);
  expect(decisionProblems(record(page.replace('## Alternatives', '## Others')))).toHaveLength(1);
  expect(decisionProblems(record(page + '\nmore'.repeat(50)))).toHaveLength(1);
  expect(decisionProblems(record(`${page}${' more'.repeat(30)}`))).toHaveLength(1);
});

test('a superseded decision record names its successor and is short', () => {
  const superseded = record('Superseded by [decision 2](002-other.md).\n\nWhat it was.');
  expect(decisionProblems(superseded)).toEqual([]);
  expect(decisionProblems(superseded + 'more\n'.repeat(20))).toHaveLength(1);
});
