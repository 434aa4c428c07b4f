import { expect, test } from '@playwright/test';
import { existsSync, readdirSync } from 'node:fs';
import {
  administrator,
  developer,
  password,
  site,
  startMachine,
  untilReady,
  versions,
} from './journey';
import { follow } from './manual';
import { shell } from './shell';
import { installation } from './steps/installation';

// An older version, installed and upgraded as its own manual says.
test.describe.configure({ mode: 'serial' });

const headOfSite = 'runuser -u association -- git -C /srv/association/site rev-parse HEAD';
const later = 'later@example.org';

test.beforeAll(startMachine);

installation();

test('upgrade: the present version runs with all that was there', async () => {
  await shell(`git -C ${versions.repository} update-ref refs/heads/main ${versions.present}`);
  await follow('Upgrade and rollback');
  await untilReady();
  expect(await shell(headOfSite)).toBe(versions.present);
  expect(await statusOfSignIn(administrator.email)).toBe(302);
  expect(await resetOf(developer.email), 'an account from before').toBe('found');
  await shell(
    `association admin create-administrator --email ${later} --first-name L --last-name M`,
  );
  expect(await resetOf(later)).toBe('found');
});

test('rollback: the older version runs, with the data from before the upgrade', async () => {
  const values = { 'old version': versions.first, backup: backup() };
  await follow('Rollback', { values });
  await untilReady();
  expect(await shell(headOfSite)).toBe(versions.first);
  expect(await statusOfSignIn(administrator.email)).toBe(302);
  expect(await resetOf(later), 'an account from after the upgrade').toBe('unknown');
});

/** The one that was made before the upgrade; older versions have each in a folder of its own. */
function backup(): string {
  const folder = '/var/backups/association';
  const nights = `${folder}/site/nights`;
  return readdirSync(existsSync(nights) ? nights : folder).toSorted()[0] ?? 'none';
}

async function statusOfSignIn(email: string): Promise<number> {
  const body = new URLSearchParams({ email, password });
  const { status } = await fetch(`${site}/login`, { method: 'POST', redirect: 'manual', body });
  return status;
}

/** What the command line knows of an account. */
function resetOf(email: string): Promise<string> {
  const command = `association admin reset-second-factor --email ${email} >/dev/null 2>&1`;
  return shell(`if ${command}; then echo found; else echo unknown; fi`);
}
