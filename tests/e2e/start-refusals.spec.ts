import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { serverFile } from '../../scripts/ensure-built.mjs';
import { pathOfNode24 } from '../../scripts/node-24.mjs';
import { runBuiltSite } from '../../scripts/run-built-site.mjs';

/** Data of the sites that are started with settings that cannot work. */
const folder = mkdtempSync(join(tmpdir(), 'start-'));
test.beforeAll(() => chmodSync(folder, 0o755));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Ended = { code: number | null; lines: string[] };

type How = { words?: string[]; uid?: number };

async function start(settings: Record<string, string>, how: How = {}): Promise<Ended> {
  const { words = [], uid } = how;
  const child = spawn(pathOfNode24(), [fileURLToPath(serverFile), ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(uid === undefined ? {} : { uid }),
    env: {
      PATH: process.env.PATH,
      DEMO: '0',
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      ...settings,
    },
  });
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (part) => (text += part));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, lines: text.trim().split('\n') };
}

/** Exit code 1, and one line that begins with the variable: no stack, no secret. */
function expectLine({ code, lines }: Ended, line: RegExp): void {
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(line);
  expect(lines[0]).not.toContain('hush');
  expect(code).toBe(1);
}

test('a port that is taken, and a host that is not of this machine', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  expectLine(await start({ PORT: String(port) }), /^PORT: \d+ on 127\.0\.0\.1 is in use/);
  await new Promise((resolve) => taken.close(resolve));
  expectLine(
    await start({ HOST: '192.0.2.1' }),
    /^HOST: 192\.0\.2\.1 is no address of this machine/,
  );
});

test('a data directory that is a file, and one that another site uses', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expectLine(await start({ DATA_DIR: file }), /^DATA_DIR: .*file.* is not a folder/);
  expectLine(await start({ DATA_DIR: join(file, 'data') }), /^DATA_DIR: .* is not a folder/);
  const site = await runBuiltSite({ DEMO: '0' });
  try {
    expectLine(
      await start({ DATA_DIR: site.dataDirectory }),
      /^DATA_DIR: .*in use by another running application/,
    );
  } finally {
    await site.stop();
  }
});

test('a data directory of another owner, and one where no folder can be made', async () => {
  const nobody = 65_534;
  const how = process.getuid?.() === 0 ? { uid: nobody } : {};
  expectLine(
    await start({ DATA_DIR: '/usr' }, how),
    /^DATA_DIR: \/usr may not be written by this user; give it to the user/,
  );
  expectLine(await start({ DATA_DIR: '/proc/x' }), /^DATA_DIR: \/proc\/x cannot be made there/);
});

test('a key for backups that is none, and a write-ahead log where no folder can be made', async () => {
  const settings = { DATA_DIR: join(folder, 'archived'), LOG_LEVEL: 'silent' };
  expectLine(await start({ ...settings, BACKUP_RECIPIENT: 'age1hush' }), /^BACKUP_RECIPIENT: must/);
  expectLine(
    await start({ ...settings, WAL_ARCHIVE: '/proc/x' }),
    /^WAL_ARCHIVE: \/proc\/x cannot be made there/,
  );
});

test('a database server that is not there, for the site and for commands', async () => {
  const settings = { DATABASE_URL: 'postgresql://user:hush@127.0.0.1:1/association' };
  const line = /^DATABASE_URL: no server answers.*ECONNREFUSED/;
  expectLine(await start(settings), line);
  expectLine(await start(settings, { words: ['migrate'] }), line);
  expectLine(await start(settings, { words: ['admin', 'verify-audit'] }), line);
});

test('a file store that is not there, where the first files have to go into it', async () => {
  const settings = {
    DEMO: '1',
    DEMO_PASSWORD: 'three quiet lanterns',
    DATA_DIR: join(folder, 'first'),
    LOG_LEVEL: 'silent',
    FILE_STORE_URL: 'http://KEY:hush@127.0.0.1:1/bucket',
  };
  expectLine(await start(settings), /^FILE_STORE_URL: the store does not answer.*ECONNREFUSED/);
});

test('every bad variable at once, each in its line', async () => {
  const { code, lines } = await start({
    NODE_ENV: 'production',
    ORIGIN: 'http://association.example',
    APP_SECRET: 'x'.repeat(40),
    SMTPURL: 'smtp://user:hush@mail.example',
    CLAMD_ADDRESS: 'scanner',
  });
  expect(lines.map((line) => line.split(':', 1)[0])).toEqual([
    'ORIGIN',
    'CLAMD_ADDRESS',
    'APP_SECRET',
    'SMTPURL',
  ]);
  expect(lines.join()).not.toContain('hush');
  expect(code).toBe(1);
});

test('services that do not answer are named in the log, and the site serves without them', async () => {
  const site = await runBuiltSite({
    DEMO: '0',
    SMTP_URL: 'smtp://user:hush@127.0.0.1:1',
    CLAMD_ADDRESS: '127.0.0.1:1',
    OIDC_ISSUER: 'http://127.0.0.1:1',
    OIDC_CLIENT_ID: 'site',
    OIDC_CLIENT_SECRET: 'hush',
    FILE_STORE_URL: 'http://KEY:hush@127.0.0.1:1/bucket',
  });
  try {
    for (const name of ['SMTP_URL', 'CLAMD_ADDRESS', 'OIDC_ISSUER', 'FILE_STORE_URL']) {
      await expect.poll(site.output).toContain(`"msg":"${name}: `);
    }
    expect(site.output()).not.toContain('hush');
    expect(site.output()).toMatch(/"msg":"Version \d+\.\d+\.\d+/);
    expect((await fetch(`${site.url}/about`)).status).toBe(200);
    const ready = await fetch(`${site.url}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([503, { files: 'failed' }]);
  } finally {
    await site.stop();
  }
});

test('a test mail needs no site, and says in one line what came of it', async () => {
  const { code, lines } = await start(
    { SMTP_URL: 'smtp://127.0.0.1:1' },
    { words: ['admin', 'test-mail', '--to', 'ada@court.example'] },
  );
  // The line is what the command answers: on standard output.
  expect([code, lines]).toEqual([1, ['']]);
});
