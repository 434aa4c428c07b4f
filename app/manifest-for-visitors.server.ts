import type { EntryContext } from 'react-router';

type Manifest = EntryContext['manifest'];

const made = new WeakMap<Manifest, Manifest>();

/**
 * What pages tell the browsers of visitors about scripts: the modules of the page, but not, before
 * everything else, all that these import. A page to read is words, style and fonts; fetched at the
 * same time the scripts would keep the first words waiting on a slow line. They come when the page
 * has been read to its end.
 */
export function manifestForVisitors(manifest: Manifest): Manifest {
  const known = made.get(manifest);
  if (known) return known;
  const routes = Object.entries(manifest.routes).map(([id, route]) => [
    id,
    route && { ...route, imports: [] },
  ]);
  const entry = { ...manifest.entry, imports: [] };
  const lean = { ...manifest, entry, routes: Object.fromEntries(routes) };
  made.set(manifest, lean);
  return lean;
}
