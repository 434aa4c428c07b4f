import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { config } from '~/config/config.server';
import { configure } from '../../tests/support/database/configure';
import { ensureSecret, secret } from './secret.server';

const file = () => join(config().dataDirectory, 'secret');

beforeEach(async () => {
  await rm(file(), { force: true });
  configure({ APP_SECRET: '' });
});

test('without a given secret one is made, kept for itself, and found again', async () => {
  expect(() => secret()).toThrow('The secret is not set');
  await ensureSecret();
  const made = secret();
  expect(made).toMatch(/^[0-9a-f]{64}$/);
  expect((await stat(file())).mode & 0o777).toBe(0o600);
  configure({ APP_SECRET: '' });
  await ensureSecret();
  expect(secret()).toBe(made);
});

test('a file that was cut short is made anew', async () => {
  await writeFile(file(), 'short');
  await ensureSecret();
  expect(secret()).toHaveLength(64);
  expect(await readFile(file(), 'utf8')).toBe(secret());
});

test('a given secret is the one, and nothing is written', async () => {
  configure();
  await ensureSecret();
  expect(secret()).toBe('a secret of the tests that is long enough');
  await expect(stat(file())).rejects.toThrow('ENOENT');
});
