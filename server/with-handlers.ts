import type { ServerBuild } from 'react-router';

type Module = NonNullable<ServerBuild['routes'][string]>['module'];
type Handlers = Partial<Pick<Module, 'loader' | 'action' | 'middleware'>>;

/**
 * The same build with wrapped route handlers.
 * @param replace gives the handlers of a route that take the place of its own, the others stay
 */
export function withHandlers(
  build: ServerBuild,
  replace: (module: Module, id: string) => Handlers,
): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const module = route && { ...route.module, ...replace(route.module, id) };
    return [id, module && { ...route, module }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) };
}
