import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { z } from 'zod';
import { pathOfNode24 } from '../../scripts/node-24.mjs';
import { projectRoot } from '../../scripts/project-root.mjs';

/** The present build, a later one with a migration more, and data that both use. */
const folder = mkdtempSync(join(tmpdir(), 'releases-'));
const later = join(folder, 'later');
const data = join(folder, 'data');
const laterMigration = '9999_later';

test.beforeAll(() => {
  chmodSync(folder, 0o755);
  makeLaterRelease();
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

function makeLaterRelease(): void {
  mkdirSync(later);
  // Without sources: a build brings its own migrations.
  for (const part of ['build', 'content', 'package.json']) {
    cpSync(join(projectRoot, part), join(later, part), { recursive: true });
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(later, 'node_modules'));
  const server = join(later, 'build/server');
  for (const path of readdirSync(server, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.js')) continue;
    const file = join(server, path);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/(["'`])0\.1\.0(\+[\w.-]+)?\1/g, '"the-later-version"'));
  }
  const migrations = join(server, 'migrations');
  const journalFile = join(migrations, 'meta/_journal.json');
  const journal = journalSchema.parse(JSON.parse(readFileSync(journalFile, 'utf8')));
  const last = journal.entries.at(-1);
  journal.entries.push({ ...last, idx: 9999, when: (last?.when ?? 0) + 1, tag: laterMigration });
  writeFileSync(journalFile, JSON.stringify(journal));
  const statements = ['create table later (id integer)', 'insert into later values (7)'];
  writeFileSync(join(migrations, `${laterMigration}.sql`), statements.join(';\n'));
}

const entry = z.looseObject({ idx: z.number(), when: z.number(), tag: z.string() });
const journalSchema = z.looseObject({ entries: z.array(entry) });

const environment = { PATH: process.env.PATH, DEMO: '0', DATA_DIR: data, PORT: '0' };

/** Runs a program of a release to its end, or until it says that it serves, and ends it then. */
async function run(program: string, ...words: string[]) {
  const child = spawn(pathOfNode24(), [program, ...words], { env: environment });
  let output = '';
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (part) => (errors += part));
  child.stdout.setEncoding('utf8').on('data', (part) => {
    output += part;
    if (/^Ready on/m.test(output)) child.kill('SIGTERM');
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output, errors: errors.trim() };
}

test('an older program on a newer database refuses to start and changes nothing', async () => {
  const present = join(projectRoot, 'build/server/main.js');
  const newer = join(later, 'build/server/main.js');
  expect(await run(present, 'migrate')).toMatchObject({ code: 0 });
  const person = ['--email', 'ada@court.example', '--first-name', 'Ada', '--last-name', 'Example'];
  expect(await run(present, 'admin', 'create-administrator', ...person)).toMatchObject({ code: 0 });
  expect(await run(newer, 'migrate')).toMatchObject({ code: 0 });

  const refusal = new RegExp(
    `^The database was upgraded by version the-later-version \\(schema ${laterMigration}\\); ` +
      'this is version 0\\.1\\.0\\S* \\(schema \\d{4}_.*nothing was changed.*' +
      'Start version the-later-version or a later one.*restore the backup',
  );
  for (const [program, ...words] of [
    [join(projectRoot, 'scripts/start.mjs')],
    [present, 'migrate'],
    [present, 'admin', 'create-administrator', ...person.with(1, 'eva@court.example')],
  ]) {
    const { code, output, errors } = await run(program ?? '', ...words);
    expect(errors).toMatch(refusal);
    expect(output).not.toContain('Ready on');
    expect(code).toBe(1);
  }

  expect(await run(newer)).toMatchObject({ code: 0, output: expect.stringContaining('Ready on') });
  const again = await run(newer, 'admin', 'create-administrator', ...person);
  expect(again.errors, 'who was there before the upgrade').toContain('There is already an account');
  const other = await run(
    newer,
    'admin',
    'create-administrator',
    ...person.with(1, 'eva@court.example'),
  );
  expect(other.code, 'what the older program was asked for was not done').toBe(0);
});
