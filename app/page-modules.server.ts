import type { EntryContext } from 'react-router';

type Manifest = EntryContext['manifest'];

const made = new WeakMap<Manifest, Map<string, Manifest>>();

/**
 * What pages tell browsers about scripts: the modules of the page, but not all that these import.
 * For visitors that is the whole: a page to read is words, style and fonts; fetched at the same time
 * the scripts would keep the first words waiting on a slow line. They come when the page has been
 * read to its end. Who is signed in gets the rest as `preloadsOf`.
 * @param ids of the routes that the page tells of; the framework would make elements of all others too
 */
export function leanManifest(
  manifest: Manifest,
  ids: readonly string[] = Object.keys(manifest.routes),
): Manifest {
  const known = made.get(manifest) ?? new Map<string, Manifest>();
  made.set(manifest, known);
  const key = ids.join(' ');
  const lean = known.get(key) ?? withRoutes(manifest, ids);
  known.set(key, lean);
  return lean;
}

function withRoutes(manifest: Manifest, ids: readonly string[]): Manifest {
  const routes = ids.map((id) => {
    const route = manifest.routes[id];
    return [id, route && { ...route, imports: [] }];
  });
  const entry = { ...manifest.entry, imports: [] };
  return { ...manifest, entry, routes: Object.fromEntries(routes) };
}

const preloads = new WeakMap<Manifest, Map<string, string>>();

/**
 * Links to what the modules of these routes import, for the head of a page: without them a browser
 * would find out module by module. Made once, where the framework would make elements for each page.
 * @param ids of the routes of the page
 */
export function preloadsOf(manifest: Manifest, ids: readonly string[]): string {
  const known = preloads.get(manifest) ?? new Map<string, string>();
  preloads.set(manifest, known);
  const key = ids.join(' ');
  const links = known.get(key) ?? linksTo(importsOf(manifest, ids));
  known.set(key, links);
  return links;
}

function importsOf(manifest: Manifest, ids: readonly string[]): Set<string> {
  const imports = ids.flatMap((id) => manifest.routes[id]?.imports ?? []);
  return new Set([...manifest.entry.imports, ...imports]);
}

/** Names of our own files, which hold nothing to be escaped. */
const linksTo = (paths: Iterable<string>) =>
  [...paths].map((path) => `<link rel="modulepreload" href="${path}"/>`).join('');
