import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { build } from 'vite';
import { afterEach, expect, test, vi } from 'vitest';
import { projectRoot } from '~/config/project-root.server';
import { echoBuild } from '../../tests/support/site/echo-build';
import type { PatternOf } from './route-patterns';

const folder = mkdtempSync(join(tmpdir(), 'route-patterns-'));
afterEach(() => rmSync(folder, { recursive: true }));

/** The module as the build makes it, which leaves out what it takes for calls without effect. */
async function asBuilt(): Promise<(build: ServerBuild) => PatternOf> {
  await build({
    root: projectRoot(),
    configFile: false,
    logLevel: 'silent',
    resolve: { tsconfigPaths: true },
    ssr: { noExternal: true },
    build: { ssr: 'server/security/route-patterns.ts', outDir: folder, emptyOutDir: false },
  });
  const { routePatterns } = await import(pathToFileURL(join(folder, 'route-patterns.js')).href);
  return routePatterns;
}

test('the router of the built site is not asked for an address that cannot be decoded', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const patternOf = (await asBuilt())(echoBuild);
  expect(patternOf('/page')).toBe('/page');
  expect(patternOf('/confirm-email/abc%FF')).toBe('*');
  expect(patternOf('/unsubscribe/anna.bell@court.example%E4')).toBe('*');
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});
