import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '~/config/project-root.server';
import { filesUnder } from '../../scripts/files-under.mjs';

const sources = ['app', 'server']
  .flatMap(filesUnder)
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => `${path}\n${readFileSync(join(projectRoot(), path), 'utf8')}`)
  .join('\n');

test('every name in the glossary is a name in the code', () => {
  const glossary = readFileSync(join(projectRoot(), 'docs/GLOSSARY.md'), 'utf8');
  const names = [...glossary.matchAll(/`([a-z]\w*(?:\.\w+)?)`/gi)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(60);
  const words = [...new Set(names.flatMap((name) => name.split('.')))];
  expect(words.filter((word) => !new RegExp(`\\b${word}\\b`).test(sources))).toEqual([]);
});
