import type { MetaDescriptor } from 'react-router';
import { type PageMeta, pageMeta } from '~/lib/page-meta';
import type { PublicConfig } from '~/public-config.server';
import { readConfig } from '~/site';

type Match = { id: string; loaderData?: unknown } | undefined;

function configIn(root: unknown): PublicConfig | null {
  const isRoot = typeof root === 'object' && root !== null && 'config' in root;
  return isRoot && typeof root.config === 'string' ? readConfig(root.config) : null;
}

/** The `meta` of a route: its page's facts, completed with the site's name and address. */
export function siteMeta(matches: readonly Match[], page: PageMeta): MetaDescriptor[] {
  const config = configIn(matches.find((match) => match?.id === 'root')?.loaderData);
  const site = { origin: config?.origin ?? '', name: config?.association.shortName ?? '' };
  return pageMeta(site, page);
}
