import type { MetaDescriptor } from 'react-router';
import { type PageMeta, pageMeta } from '~/lib/page-meta';

type Match = { id: string; loaderData?: unknown } | undefined;
type RootData = { config: { origin: string; association: { shortName: string } } };

function isRootData(value: unknown): value is RootData {
  return typeof value === 'object' && value !== null && 'config' in value;
}

/** The `meta` of a route: its page's facts, completed with the site's name and address. */
export function siteMeta(matches: readonly Match[], page: PageMeta): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData;
  const site = isRootData(root)
    ? { origin: root.config.origin, name: root.config.association.shortName }
    : { origin: '', name: '' };
  return pageMeta(site, page);
}
