import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import { z } from 'zod';
import { type CacheableHandle, pageTags } from '~/answers/page-tags';

const cachePolicySchema = z.object({
  cache: z.strictObject({
    tags: z.array(z.enum(pageTags)),
    query: z.array(z.string()).optional(),
  }),
});

type ServerRoute = NonNullable<ServerBuild['routes'][string]>;

/** The cache policy of an address, or null when its page may not be cached. */
export type CachePolicyOf = (pathname: string) => CacheableHandle['cache'] | null;

/**
 * Reads from the build which pages may be cached: those whose route declares it in its `handle`. A
 * route below middleware (a guard) or with an action (a form) is never cached, so that a wrong
 * declaration cannot expose a personal page.
 */
export function cacheableRoutes(build: ServerBuild): CachePolicyOf {
  const tree = childrenOf(routesOf(build), undefined);
  const keeping = policiesOfRoutes(build);
  return (pathname) => {
    const id = matchRoutes(tree, pathname)?.at(-1)?.route.id;
    return (id && keeping.get(id)) || null;
  };
}

/** The cache policies by route id; null where a page may not be cached. */
function policiesOfRoutes(build: ServerBuild): Map<string, CacheableHandle['cache'] | null> {
  const routes = routesOf(build);
  return new Map(routes.map((route) => [route.id, cachePolicyOf(routes, route)]));
}

function routesOf(build: ServerBuild): ServerRoute[] {
  return Object.values(build.routes).filter((route) => route !== undefined);
}

function childrenOf(routes: ServerRoute[], parentId: string | undefined): RouteObject[] {
  return routes
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) =>
      index ? { id, path, index } : { id, path, children: childrenOf(routes, id) },
    );
}

function cachePolicyOf(routes: ServerRoute[], route: ServerRoute): CacheableHandle['cache'] | null {
  const said = cachePolicySchema.safeParse(route.module.handle);
  if (!said.success || route.module.action) return null;
  const isOpen = branchOf(routes, route).every(
    ({ parentId, module }) => parentId === undefined || !module.middleware,
  );
  return isOpen ? said.data.cache : null;
}

/** A route and all above it. */
function branchOf(routes: ServerRoute[], route: ServerRoute): ServerRoute[] {
  const parent = routes.find(({ id }) => id === route.parentId);
  return parent ? [route, ...branchOf(routes, parent)] : [route];
}
