import { expect, test } from 'vitest';
import { ConfigError } from '~/config/config.server';
import { EmbeddedPostgresError } from '~/platform/embedded-postgres/embedded-postgres-error.server';
import { findBinaryPackage } from '~/platform/embedded-postgres/binaries/postgres-binaries.server';
import { configure } from '../../tests/support/database/configure';
import { startProblem } from './start-problem';

const failed = (code: string, more: object) => Object.assign(new Error('x'), { code, ...more });

test('programs of PostgreSQL that do not exist for a machine lead to DATABASE_URL', () => {
  expect(() => findBinaryPackage('sunos', 'sparc')).toThrow(EmbeddedPostgresError);
  try {
    findBinaryPackage('sunos', 'sparc');
  } catch (error) {
    expect(startProblem(error)).toMatch(
      /^DATABASE_URL: is not set\. .*sunos-sparc.*Set DATABASE_URL/,
    );
  }
});

test('whatever else the embedded database lacks leads to DATA_DIR', () => {
  const error = new EmbeddedPostgresError('in-use', 'The database is in use.');
  expect(startProblem(error)).toBe('DATA_DIR: The database is in use.');
});

test('a file that cannot be written leads to DATA_DIR, with its advice', () => {
  configure({ DATA_DIR: '/data' });
  expect(startProblem(failed('ENOSPC', { path: '/data/x', errno: -28 }))).toMatch(
    /^DATA_DIR: .*full/,
  );
  expect(startProblem(failed('EACCES', { path: '/data/x', errno: -13 }))).toMatch(
    /^DATA_DIR: .*chown/,
  );
});

test('a file of the program does not, whatever begins alike', () => {
  configure({ DATA_DIR: '/data' });
  for (const path of ['/srv/association/site/content/pages', '/database/x', '/dat']) {
    expect(startProblem(failed('EACCES', { path, errno: -13 })), path).toBeNull();
  }
});

test('a connection leads to DATABASE_URL where there is one, and nowhere else', () => {
  const refused = failed('ECONNREFUSED', { address: '127.0.0.1', errno: -111 });
  expect(startProblem(refused)).toBeNull();
  configure({ DATABASE_URL: 'postgresql://user:hush@127.0.0.1:1/x' });
  expect(startProblem(refused)).toMatch(/^DATABASE_URL: no server answers/);
});

test('lines of the configuration stay as they are, and what no setting explains is left alone', () => {
  expect(startProblem(new ConfigError('PORT: x'))).toBe('PORT: x');
  expect(startProblem(new TypeError('a mistake'))).toBeNull();
});
