import { expect, test } from 'vitest';
import { manifestForVisitors } from './manifest-for-visitors.server';

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

test('visitors are told of the modules and styles of a page, not of all that these import', () => {
  const lean = manifestForVisitors(manifest);
  expect(lean.entry).toEqual({ module: '/assets/entry.js', imports: [] });
  expect(lean.routes.home).toEqual({ ...route, imports: [] });
  expect(lean).toMatchObject({ url: manifest.url, version: manifest.version });
  // Others get all of it, and it is made once.
  expect(manifest.entry.imports).toHaveLength(2);
  expect(manifestForVisitors(manifest)).toBe(lean);
});
