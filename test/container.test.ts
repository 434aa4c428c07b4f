import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { environmentSchema } from '~/config.server';
import { projectRoot } from '~/lib/project-root.server';

const textOf = (path: string) => readFileSync(join(projectRoot(), path), 'utf8');
const containerfile = textOf('Containerfile');
const compose = textOf('compose.yaml');

/** What the lines of the second stage say, by their first word. */
const last = containerfile.slice(containerfile.lastIndexOf('FROM '));
const linesOf = (word: string, text = last) =>
  [...text.matchAll(new RegExp(`^${word} (.+)$`, 'gm'))].map(([, rest = '']) => rest);

test('the image holds what the program reads, and everything that is copied is there', () => {
  const copied = linesOf('COPY').map(
    (line) => line.replace(/^--from=build \/site\//, '').split(' ')[0],
  );
  expect(new Set(copied)).toEqual(
    new Set(['app/db/migrations', 'build', 'content', 'node_modules', 'package.json']),
  );
  const first = containerfile.slice(0, containerfile.lastIndexOf('FROM '));
  const sources = [
    ...linesOf('COPY', first).flatMap((line) => line.split(' ').slice(0, -1)),
    'content',
  ];
  expect(sources.filter((path) => !existsSync(join(projectRoot(), path)))).toEqual([]);
  // Beside these, only the build itself is looked for from the root of the project.
  expect(textOf('.containerignore').split('\n')).toEqual(
    expect.arrayContaining(['.git', 'build', 'data', 'node_modules']),
  );
});

test('the image runs the program directly, as nobody in particular, where its settings say', () => {
  expect(linesOf('CMD')).toEqual(['["node", "build/server/main.js"]']);
  expect(linesOf('USER')).toEqual(['node']);
  expect(linesOf('STOPSIGNAL')).toEqual(['SIGTERM']);
  const set = Object.fromEntries(
    linesOf('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('='))),
  );
  expect(environmentSchema.parse(set)).toMatchObject({ HOST: '0.0.0.0', DATA_DIR: '/data' });
  expect(linesOf('EXPOSE')).toEqual([set.PORT]);
  expect(linesOf('VOLUME')).toEqual(['/data /backups']);
});

test('the compose file publishes that port to this machine alone, keeps the data, and watches it', () => {
  expect(compose).toContain("- '127.0.0.1:3000:3000'");
  expect(compose).toMatch(/- data:\/data\n\s+- backups:\/backups\n/);
  expect(compose).toMatch(/^volumes:\n  data:\n  backups:\n/m);
  const [, check = ''] = /- "(fetch\(.*)"$/m.exec(compose) ?? [];
  expect(check).toContain('http://127.0.0.1:3000/readyz');
  expect(new Script(check)).toBeInstanceOf(Script);
  expect(compose).toContain('read_only: true');
  expect(compose).toContain('cap_drop: [ALL]');
});
