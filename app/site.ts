import { useRouteLoaderData } from 'react-router';
import type { PublicConfig } from '~/public-config.server';
import type { loader } from '~/root';

type Loaded = NonNullable<ReturnType<typeof useRouteLoaderData<typeof loader>>>;
export type Site = Omit<Loaded, 'config'> & { config: PublicConfig };

/** The same page asks many times. */
const known = new WeakMap<Loaded, Site>();

/** What the shell knows, its configuration read. */
export function siteOf(loaded: Loaded): Site {
  const before = known.get(loaded);
  if (before) return before;
  const site = { ...loaded, config: readConfig(loaded.config) };
  known.set(loaded, site);
  return site;
}

export const readConfig = (text: string): PublicConfig => JSON.parse(text);

/** What the shell knows: configuration, language and who is reading. Absent when the root failed. */
export function useSite(): Site | undefined {
  const loaded = useRouteLoaderData<typeof loader>('root');
  return loaded && siteOf(loaded);
}
