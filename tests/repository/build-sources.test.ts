import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '~/config/project-root.server';
import { buildSources } from '../../scripts/build-sources.mjs';
import { filesUnder } from '../../scripts/files-under.mjs';

test.each(['vite.config.ts', 'react-router.config.ts'])(
  'a change of %s, or of a file that it names, makes the site be built again',
  (config) => {
    const text = readFileSync(join(projectRoot(), config), 'utf8');
    const named = [...text.matchAll(/'\.\/([^']+)'/g)].map(([, path]) => path);
    expect(named.length).toBeGreaterThan(0);
    expect(buildSources.flatMap(filesUnder)).toEqual(expect.arrayContaining([config, ...named]));
  },
);
