import type { MetaDescriptor } from 'react-router';
import { type PageMeta, pageMeta } from './page-meta';
import type { PublicConfig } from './public-config.server';

type Match = { id: string; loaderData?: unknown } | undefined;

/** The data of the root route, which are absent when it failed. */
const isRoot = (data: unknown): data is { config: PublicConfig } =>
  typeof data === 'object' && data !== null && 'config' in data;

/** The `meta` of a route: its page's facts, completed with the site's name and address. */
export function siteMeta(matches: readonly Match[], page: PageMeta): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData;
  const site = isRoot(root)
    ? {
        origin: root.config.origin,
        name: root.config.association.shortName,
        picture: root.config.association.socialCard,
      }
    : { origin: '', name: '', picture: '' };
  return pageMeta(site, page);
}
