import { expect, test } from 'vitest';
import { leanManifest, preloadsOf } from './page-modules.server';

const route = {
  id: 'home',
  hasAction: false,
  hasLoader: true,
  hasClientAction: false,
  hasClientLoader: false,
  hasClientMiddleware: false,
  hasDefaultExport: true,
  hasErrorBoundary: false,
  module: '/assets/home.js',
  clientActionModule: undefined,
  clientLoaderModule: undefined,
  clientMiddlewareModule: undefined,
  hydrateFallbackModule: undefined,
  imports: ['/assets/framework.js'],
  css: ['/assets/site.css'],
};
const manifest = {
  entry: { module: '/assets/entry.js', imports: ['/assets/framework.js', '/assets/site.js'] },
  routes: { home: route },
  url: '/assets/manifest.js',
  version: '1',
};

test('pages tell of their modules and styles, not of all that these import', () => {
  const lean = leanManifest(manifest);
  expect(lean.entry).toEqual({ module: '/assets/entry.js', imports: [] });
  expect(lean.routes.home).toEqual({ ...route, imports: [] });
  expect(lean).toMatchObject({ url: manifest.url, version: manifest.version });
  // What was given stays, and it is made once.
  expect(manifest.entry.imports).toHaveLength(2);
  expect(leanManifest(manifest)).toBe(lean);
});

test('what is imported is linked to once, of the routes of the page alone', () => {
  const other = { ...route, id: 'other', imports: ['/assets/editor.js'] };
  const more = { ...manifest, routes: { ...manifest.routes, other } };
  expect(preloadsOf(more, ['home'])).toBe(
    '<link rel="modulepreload" href="/assets/framework.js"/><link rel="modulepreload" href="/assets/site.js"/>',
  );
  expect(preloadsOf(more, ['home', 'other'])).toContain('/assets/editor.js');
  expect(preloadsOf(more, ['unknown'])).toBe(preloadsOf(more, ['home']));
});

test('pages tell of the routes that are asked for alone', () => {
  const other = { ...route, id: 'other' };
  const more = { ...manifest, routes: { ...manifest.routes, other } };
  const lean = leanManifest(more, ['other']);
  expect(lean.routes).toEqual({ other: { ...other, imports: [] } });
  expect(leanManifest(more, ['other'])).toBe(lean);
  expect(Object.keys(leanManifest(more).routes)).toEqual(['home', 'other']);
});
