import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '~/config/project-root.server';

/** What runs in browsers, and the routes between them and the front doors. */
const sources = globSync('app/**/*.{ts,tsx}', { cwd: projectRoot() })
  .filter((path) => !/\.(server|test|email)\.tsx?$|^app\/db\//.test(path))
  .map((path) => ({ path, code: readFileSync(join(projectRoot(), path), 'utf8') }));

const runtimeImports = (code: string) =>
  [...code.matchAll(/^import (?!type )[^;]*? from '([^']+)';/gm)].map(([, from = '']) => from);

test('pages reach data through the front doors of features, never by themselves', () => {
  const routes = sources.filter(({ path }) => /\.route\.tsx?$/.test(path));
  expect(routes.length).toBeGreaterThan(100);
  expect(routes.flatMap(({ code }) => runtimeImports(code)).length).toBeGreaterThan(500);
  const direct = sources.filter(({ code }) =>
    runtimeImports(code).some((from) =>
      /^(drizzle-orm|pg|pg-boss|nodemailer)$|^~\/db\/(?!schema\/)/.test(from),
    ),
  );
  expect(direct.map(({ path }) => path)).toEqual([]);
});

test('browsers ask this site alone', () => {
  const calls = sources.flatMap(({ path, code }) =>
    [...code.matchAll(/\bnew (?:EventSource|WebSocket)\(([^)]*)|\bfetch\((?!\?)\s*([^,)]*)/g)].map(
      ([, opened, asked]) => ({ path, address: (opened ?? asked ?? '').trim() }),
    ),
  );
  expect(calls.length).toBeGreaterThan(10);
  const isOwn = (address: string) =>
    /^['"`]\/(?!\/)/.test(address) || /^[a-z.]+( \?\? `\/.*)?$/i.test(address);
  expect(calls.filter(({ address }) => !isOwn(address))).toEqual([]);
  const code = sources.map((source) => source.code).join('\n');
  expect(code).not.toMatch(/\b(fetch|EventSource|WebSocket)\(\s*['"`](https?:|wss?:|\/\/)/);
});

/** Lets a process that is watched open a connection. @returns what it says on standard error */
async function saidBy(
  connection: string,
  environment: Record<string, string> = {},
): Promise<string> {
  const watch = new URL('../../scripts/note-strangers.mjs', import.meta.url).href;
  const script = `const { connect } = await import('node:net'); const tls = await import('node:tls'); (${connection}).on('error', () => process.exit()).setTimeout(500, () => process.exit());`;
  const child = spawn(process.execPath, ['--import', watch, '--input-type=module', '-e', script], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return text(child.stderr);
}

describe('the site under test is watched for connections to other machines', () => {
  test.each([
    ['an address', `connect(9, '192.0.2.1')`, '192.0.2.1'],
    ['an address, encrypted', `tls.connect(9, '192.0.2.1')`, '192.0.2.1'],
    ['a name', `connect(9, 'elsewhere.invalid')`, 'elsewhere.invalid'],
  ])('%s', async (_name, connection, host) => {
    expect(await saidBy(connection)).toContain(`A connection to another machine: ${host}\n`);
  });

  test.each([
    ['this machine', `connect(9, '127.0.0.1')`],
    ['this machine by name', `connect(9, 'localhost')`],
    ['a server that is configured', `connect(9, 'mail.invalid')`],
  ])('not for %s', async (_name, connection) => {
    expect(await saidBy(connection, { SMTP_URL: 'smtp://mail.invalid' })).toBe('');
  });
});
