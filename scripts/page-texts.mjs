import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { keysNamedIn } from './text-keys.mjs';

const name = 'virtual:page-texts';

/** @typedef {{ path?: string; file: string; children?: Route[] }} Route */

/**
 * Finds out which texts each public page needs: those that its modules and all they import name.
 * `virtual:page-texts` has their keys by the pattern of the page's address. Pages behind a guard,
 * and all pages in development, are not in it: they load all texts.
 * @param {readonly Route[]} routes the site map
 * @returns {import('vite').Plugin}
 */
export function pageTexts(routes) {
  /** @type {Record<string, string[]>} */
  let keysOfPages = {};
  return {
    name: 'page-texts',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) =>
      id === `\0${name}` ? `export default ${JSON.stringify(keysOfPages)}` : undefined,
    buildEnd(error) {
      if (error || this.environment.name !== 'client') return;
      const keys = globSync('app/**/texts/en.json').flatMap((file) =>
        Object.keys(JSON.parse(readFileSync(file, 'utf8'))),
      );
      const ids = [...this.getModuleIds()];
      const onEveryPage = ['root.tsx', 'entry.client.tsx'];
      keysOfPages = Object.fromEntries(
        publicPages(routes).map(({ pattern, file }) => {
          const files = [...onEveryPage, file].map((one) => resolve('app', one));
          const entries = ids.filter((id) => files.includes(id.replace(/\?.*/, '')));
          return [pattern, [...keysNamed(entries, keys, (id) => this.getModuleInfo(id))]];
        }),
      );
    },
  };
}

/**
 * @param {readonly Route[]} routes
 * @returns {{ pattern: string; file: string }[]} routes that show a page and stand behind no guard
 */
function publicPages(routes) {
  return routes
    .filter(({ file, children }) => !children && file.endsWith('.tsx'))
    .map(({ path = '', file }) => ({ pattern: `/${path}`, file }));
}

/**
 * @param {string[]} entries
 * @param {string[]} keys
 * @param {(id: string) => import('vite').Rollup.ModuleInfo | null} moduleOf
 */
function keysNamed(entries, keys, moduleOf) {
  const seen = new Set(entries);
  const named = new Set();
  // A set goes on to what is added while it is gone through.
  for (const id of seen) {
    const found = moduleOf(id);
    if (!found || id.includes('node_modules')) continue;
    for (const key of keysNamedIn(found.code ?? '', keys)) named.add(key);
    for (const next of [...found.importedIds, ...found.dynamicallyImportedIds]) seen.add(next);
  }
  return named;
}
