import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '~/config/project-root.server';

const read = (path: string) => readFileSync(join(projectRoot(), path), 'utf8');
const document = read('docs/SECURITY.md');

/** The part of the document under a heading. */
function section(heading: string): string {
  const [, rest = ''] = document.split(`\n## ${heading}\n`);
  return rest.split('\n## ', 1)[0] ?? '';
}

type Claim = { number: string; shownBy: string };

const rowsOf = (heading: string): Claim[] =>
  section(heading)
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .map(([, number = '', , , shownBy = '']) => ({ number, shownBy }));

const claims = [...rowsOf('Level 1'), ...rowsOf('Level 2')];

/** Files of tests that a row names. */
const testsOf = ({ shownBy }: Claim) =>
  [...shownBy.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`/g)].map(([, path = '']) => path);

describe('docs/SECURITY.md', () => {
  test('claims nothing without a test; such a requirement is under "not met"', () => {
    expect(claims.length).toBeGreaterThan(50);
    expect(claims.filter((claim) => testsOf(claim).length === 0)).toEqual([]);
  });

  test('names tests that are there, and that expect something', () => {
    const named = new Set(claims.flatMap(testsOf));
    expect([...named].filter((path) => !existsSync(join(projectRoot(), path)))).toEqual([]);
    expect([...named].filter((path) => !/\bexpect\b/.test(read(path)))).toEqual([]);
  });

  test.each([
    '1.2.1',
    '2.4.1',
    '6.3.3',
    '6.5.2',
    '6.5.5',
    '7.3.2',
    '7.4.3',
    '11.1.1',
    '11.1.2',
    '12.3.1',
    '13.2.2',
    '14.1.1',
    '14.2.1',
    '15.2.2',
    '16.3.1',
    '16.3.2',
    '16.4.2',
  ])('says of %s whether it is met', (number) => {
    const isMet = claims.some((claim) => claim.number.split(/[ ,(]+/).includes(number));
    expect(isMet || section('Not met, or not for us').includes(number)).toBe(true);
  });
});

const sources = globSync('{app,server}/**/*.{ts,tsx}', { cwd: projectRoot() }).filter(
  (path) => !/\.test\.tsx?$/.test(path),
);

test('no code but one component puts in markup as it is', () => {
  const raw = sources.filter((path) =>
    /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML/.test(read(path)),
  );
  expect(raw.filter((path) => path !== 'app/ui/rich-text/raw-html.tsx')).toEqual([]);
});

test('programs are started for the embedded database and to read files, by no request with its words', () => {
  const starting = sources.filter((path) => /from 'node:child_process'/.test(read(path)));
  expect(starting.length).toBeGreaterThan(0);
  const known =
    /^app\/platform\/(embedded-postgres|reader-sandbox)\/|^server\/start\/service-manager\.ts$/;
  expect(starting.filter((path) => !known.test(path))).toEqual([]);
  const throughShell = starting.filter((path) =>
    /(?<![.\w])exec(Sync)?\(|shell: true/.test(read(path)),
  );
  expect(throughShell).toEqual([]);
});

test('nothing is evaluated', () => {
  const evaluating = sources.filter((path) => /\beval\(|\bnew Function\(/.test(read(path)));
  expect(evaluating).toEqual([]);
});

/** What is put into SQL as it is: by `sql.raw`, or into a query that is a plain text. */
function* putIntoSql(text: string): Generator<string> {
  const raw = /\bsql\.raw\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g;
  for (const [, given = ''] of text.matchAll(raw)) {
    const put = given.trim().replace(/,$/, '');
    if (!/^'[^'\n]*'$|^"[^"\n]*"$/.test(put)) yield put;
  }
  const plain = /\.(?:query|execute)(?:<[^()]*?>)?\(\s*`([^`]*)`/g;
  for (const [, query = ''] of text.matchAll(plain))
    for (const [, put = ''] of query.matchAll(/\$\{([^}]*)\}/g)) yield put;
}

test('no words of a request are put into SQL as they are', () => {
  const put = sources.flatMap((path) =>
    [...new Set(putIntoSql(read(path)))].map((one) => `${path}: ${one}`),
  );
  // Each is a number, or one of a few words that the code itself names.
  expect(put.toSorted()).toEqual([
    'app/db/audit-owner.server.ts: auditRole',
    'app/db/audit-owner.server.ts: site',
    'app/db/migrate.server.ts: note',
    'app/features/compliance/own-data/export-slots.server.ts: query',
    'app/features/decisions/query/scores.server.ts: `(select "${column}" from query)`',
    "app/features/library/intranet/entries.server.ts: `'${field}'`",
    "app/features/library/resources/resources.server.ts: how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared'",
    'app/features/newsletters/delivery/sender.server.ts: senderLock',
    'app/features/operations/backup/restore/load-tables.server.ts: checking',
    'app/features/operations/backup/restore/load-tables.server.ts: how',
    'app/features/operations/backup/snapshot.server.ts: String(fetched)',
    'app/features/operations/backup/store/backup-lock.server.ts: id',
    'app/features/search/results/marking.server.ts: cut',
    "app/features/search/results/published-matches.server.ts: `'${kind}', '${part}'`",
    'app/platform/embedded-postgres/embedded-postgres.server.ts: applicationName',
    'app/platform/live.server.ts: channel',
  ]);
});

test('SHA-1 tells identical errors and queries apart, and protects nothing', () => {
  const using = sources.filter((path) =>
    /(?:createHash|createHmac|digest)\(\s*'(?:sha1|sha-1|md5)'/i.test(read(path)),
  );
  expect(using.toSorted()).toEqual([
    'app/db/prepared.server.ts',
    'app/features/telemetry/error-tracking/error-tracking.server.ts',
    'app/features/telemetry/error-tracking/track-errors.ts',
  ]);
});

test('every algorithm in use is in the list of keys and algorithms', () => {
  const used = new Set(
    sources.flatMap((path) =>
      [
        ...read(path).matchAll(
          /(?:createHash|createHmac|createCipheriv|hkdfSync|digest)\(\s*'((?:sha|SHA|md|aes|chacha)[\w-]*)'/g,
        ),
      ].map(([, name = '']) => name.toLowerCase().replaceAll('-', '')),
    ),
  );
  expect(used).toContain('sha256');
  const listed = section('Keys and algorithms').toLowerCase().replaceAll('-', '');
  expect([...used].filter((name) => !listed.includes(name))).toEqual([]);
  for (const name of ['scrypt', 'hmac', 'totp', 'age']) expect(listed).toContain(name);
});
