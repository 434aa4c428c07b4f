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

/** How the page at an address may be kept, or null when it may not. */
export type CachePolicyOf = (pathname: string) => CacheableHandle['cache'] | null;

/**
 * Reads from the build which pages visitors may get from memory: those whose route says so in its
 * `handle`. A route below middleware of its own (a guard) or with an action (a form) is refused
 * whatever it says, so that a mistake there keeps nothing it should not.
 */
export function cacheableRoutes(build: ServerBuild): CachePolicyOf {
  const tree = childrenOf(routesOf(build), undefined);
  const keeping = policiesOfRoutes(build);
  return (pathname) => {
    const id = matchRoutes(tree, pathname)?.at(-1)?.route.id;
    return (id && keeping.get(id)) || null;
  };
}

/** How the pages of the routes may be kept, by the id of the route; null where they may not. */
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
