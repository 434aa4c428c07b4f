import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from './steps/fixtures';
import { withSettings } from './steps/own-site';

const test = withSettings({});

/** Folders of root that PostgreSQL's user passes through without being able to list them. */
const passages = process.geteuid?.() === 0 ? ['.', 'postgres'] : [];

test('everything in the data directory is for its owner only', ({ site }) => {
  const paths = ['.', ...readdirSync(site.dataDirectory, { recursive: true, encoding: 'utf8' })];
  expect(paths.filter((path) => path.startsWith('files/')).length).toBeGreaterThan(10);
  const open = paths.filter((path) => {
    const found = lstatSync(join(site.dataDirectory, path), { throwIfNoEntry: false });
    if (!found || found.isSymbolicLink()) return false;
    const mode = found.mode & 0o777;
    return (mode & (passages.includes(path) ? 0o066 : 0o077)) !== 0;
  });
  // PostgreSQL closes its cluster as a whole.
  expect(open.filter((path) => !path.startsWith('postgres/cluster/'))).toEqual([]);
});
