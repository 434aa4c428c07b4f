import { matchPath, matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import { isWellFormed } from './normalize-path';

/** The pattern of the route at an address, such as `/news/:slug`. */
export type PatternOf = (pathname: string) => string;

/** What the server answers before the routes do. */
const ownPatterns = ['/healthz', '/readyz', '/uploads', '/uploads/:id', '/assets/*'];

/**
 * The patterns of a build, for the log: unlike addresses they hold no names, no secrets of links and
 * nothing that a visitor has made up.
 */
export function routePatterns(build: ServerBuild): PatternOf {
  const routes = Object.values(build.routes).filter((route) => route !== undefined);
  const childrenOf = (parentId: string | undefined): RouteObject[] =>
    routes
      .filter((route) => route.parentId === parentId)
      .map(({ id, path, index }) =>
        index ? { id, path, index } : { id, path, children: childrenOf(id) },
      );
  const tree = childrenOf(undefined);
  return (pathname) => {
    // The router would write a warning to the log by itself.
    if (!isWellFormed(pathname)) return '*';
    const own = ownPatterns.find((pattern) => matchPath(pattern, pathname));
    if (own) return own;
    // The address at which the router of a browser asks for the data of a page.
    const page = pathname.replace(/^\/_root\.data$/, '/').replace(/\.data$/, '');
    const matches = matchRoutes(tree, page) ?? [];
    const path = matches.flatMap(({ route }) => (route.path ? [route.path] : [])).join('/');
    return `/${path}`.replace(/^\/+/, '/');
  };
}

/** The patterns of a build that may be another after each change, as in development. */
export function patternsOf(build: () => Promise<ServerBuild> | ServerBuild) {
  let known: { build: ServerBuild; patternOf: PatternOf } | undefined;
  return async (): Promise<PatternOf> => {
    const present = await build();
    if (known?.build !== present) known = { build: present, patternOf: routePatterns(present) };
    return known.patternOf;
  };
}
