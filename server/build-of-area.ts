import type { ServerBuild } from 'react-router';

/** All of it: for addresses that are unknown or written in an unusual way. */
const wholeSite = '*';
/** Of the home page: what stands in every part, and no more. */
const frontPage = '';

type Route = NonNullable<ServerBuild['routes'][string]>;

/** Gives the part of a build that can answer a request. */
export type BuildOfArea = {
  areaOf: (url: string) => string;
  buildOf: (area: string) => ServerBuild;
};

/**
 * Splits a build by the areas of the site, which are the first parts of its paths. The route table
 * is gone through several times for each page, and that of an area is short where the whole has two
 * hundred lines. What is not in an area stays in every part: the home page, the page that says that
 * there is nothing, addresses that begin with a parameter.
 */
export function splitByArea(build: ServerBuild): BuildOfArea {
  const routes = Object.values(build.routes).filter((route) => route !== undefined);
  const starts = new Map(routes.map((route) => [route.id, startOf(lineOf(build, route))]));
  const areas = new Set(starts.values());
  return {
    areaOf: (url) => {
      const { pathname } = new URL(url);
      if (pathname === '/') return frontPage;
      const first = pathname.replace(/\.data$/, '').split('/', 2)[1] ?? '';
      // Paths are matched after decoding and in small letters; what needs either goes the long way.
      return /^[a-z0-9.-]+$/.test(first) && areas.has(first) ? first : wholeSite;
    },
    buildOf: (area) => {
      if (area === wholeSite) return build;
      // What has neither a path nor a page of its own comes with what stands below it.
      const here = routes.filter(
        ({ id, path, index }) => (path !== undefined || index) && (starts.get(id) ?? area) === area,
      );
      const kept = new Set(here.flatMap((route) => lineOf(build, route)).map(({ id }) => id));
      return {
        ...build,
        routes: pick(build.routes, kept),
        assets: { ...build.assets, routes: pick(build.assets.routes, kept) },
      };
    },
  };
}

/** A route and all above it, from the root on. */
function lineOf(build: ServerBuild, route: Route): Route[] {
  const parent = route.parentId === undefined ? undefined : build.routes[route.parentId];
  return parent ? [...lineOf(build, parent), route] : [route];
}

/** The first part of the path of a route; undefined when it can be anything, or nothing. */
function startOf(line: Route[]): string | undefined {
  const path = line.map((route) => route.path ?? '').join('/');
  const first = path.split('/').find((part) => part !== '');
  return first && /^[a-z0-9.-]+$/.test(first) ? first : undefined;
}

function pick<Value>(all: Record<string, Value>, ids: ReadonlySet<string>): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
}
