import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  buildTrial,
  type TrialApplication,
  type TrialBundle,
} from '../../../tests/support/database/postgres-trial-application';
import {
  makeTrialPlace,
  nothingLeft,
  query,
  type TrialPlace,
} from '../../../tests/support/database/postgres-trial';

/** ROUNDS=20 for a thorough look. */
const rounds = Number(process.env.ROUNDS ?? 3);
const polling = { timeout: 60_000 + rounds * 10_000 };

let trial: TrialBundle;
let place: TrialPlace;
let applications: TrialApplication[];

beforeAll(async () => {
  trial = await buildTrial('embedded-postgres-exclusive', build);
});
afterAll(() => trial.remove());
beforeEach(() => {
  place = makeTrialPlace();
  applications = [];
});
afterEach(async () => {
  for (const application of applications) await application.kill('SIGKILL');
  await place.close();
});

function startApplication(waits = false): TrialApplication {
  const application = trial.start({ directory: place.directory, waits });
  applications.push(application);
  return application;
}

test('a second application is refused while the first lives, and not after', polling, async () => {
  const first = startApplication();
  await first.line(/^started/);
  await expect(place.start()).rejects.toMatchObject({
    reason: 'in-use',
    message:
      `The database in ${place.directory} is in use by another running application ` +
      `(process ${first.pid}). Stop that one first, or set DATA_DIR to another folder.`,
  });
  await first.kill('SIGKILL');
  expect(await query(await place.start(), 'select 1')).toEqual([1]);
});

test('a lock removed by hand does not let a second application in', polling, async () => {
  const first = startApplication();
  await first.line(/^started/);
  rmSync(join(place.directory, 'application.lock'));
  await expect(place.start()).rejects.toMatchObject({
    reason: 'in-use',
    message: expect.stringMatching(/PostgreSQL process \d+/),
  });
  await first.kill('SIGKILL');
  await place.start();
});

test('of two that start at the same moment exactly one gets the database', polling, async () => {
  for (let round = 1; round <= rounds; round += 1) {
    if (round % 2 === 1) rmSync(place.directory, { recursive: true, force: true });
    const pair = [startApplication(true), startApplication(true)];
    await Promise.all(pair.map((application) => application.line(/^loaded/)));
    for (const { child } of pair) child.stdin?.write('go\n');
    const ends = await Promise.all(pair.map(({ line }) => line(/^(started|refused)/)));
    expect(ends.filter((line) => line.startsWith('started'))).toHaveLength(1);
    expect(ends.find((line) => line.startsWith('refused'))).toMatch(/^refused in-use .* in use by/);
    for (const application of pair) await application.kill('SIGKILL');
    await nothingLeft(place.folder);
  }
});
