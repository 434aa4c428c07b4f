import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Language } from '~/config/config.server';
import { projectRoot } from '~/config/project-root.server';
import { patterns } from '../e2e/steps/site-map';
import { markupOf } from '../support/site/markup-of';

const totals = { byDay: [], byPage: [], byDomain: [], byLanguage: [], byWords: [] };
const pages: [string, object][] = [
  ['/administration/errors', { filter: { state: 'open' }, count: 0, rows: [], views: [] }],
  ['/administration/statistics', { statistics: { ...totals, rareSearches: 0, days: 30 } }],
];

/** A page as an administrator reads it. */
async function shown(pattern: string, loaderData: object, language: Language): Promise<string> {
  const file = patterns.find(({ text }) => text === pattern)?.file ?? '';
  const module: Record<string, unknown> = await import(join(projectRoot(), 'app', file));
  const { default: page } = module;
  if (typeof page !== 'function') throw new Error(`There is no page ${pattern}`);
  const Page = () => Reflect.apply(page, undefined, [{ loaderData }]);
  return markupOf(<Page />, language);
}

test.each([
  ['en', 'operating guide'],
  ['fr', 'guide d’exploitation'],
  ['de', 'Betriebsanleitung'],
] as const)(
  'the page of what is off says who can switch it on, in %s, and nothing of it where it is on',
  async (language, manual) => {
    for (const [pattern, loaded] of pages) {
      const off = await shown(pattern, { ...loaded, isOn: false }, language);
      expect(off).toContain(manual);
      expect(off).not.toMatch(/errorTracking|analytics/);
      expect(await shown(pattern, { ...loaded, isOn: true }, language)).not.toContain(manual);
    }
  },
);
