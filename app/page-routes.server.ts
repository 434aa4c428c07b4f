import type { EntryContext } from 'react-router';

type Context = EntryContext['staticHandlerContext'];
type Match = Context['_match'];

/** What was found at plain addresses, by the table of routes that it was looked up in. */
const found = new WeakMap<Match, Map<string, ReturnType<Match>>>();
const mostFound = 100;

/** The same look-up, which remembers the last addresses: the table is the same for all requests. */
function remembering(match: Match): Match {
  const known = found.get(match) ?? new Map<string, ReturnType<Match>>();
  found.set(match, known);
  return (location) => {
    if (typeof location !== 'string') return match(location);
    const matches = known.has(location) ? (known.get(location) ?? null) : match(location);
    known.set(location, matches);
    const [oldest] = known.keys();
    if (known.size > mostFound && oldest !== undefined) known.delete(oldest);
    return matches;
  };
}

/**
 * The routes of a page and those of the addresses above it: of these the page tells the browser, so
 * that the router there need not ask for them.
 * @returns their ids, and the same context that has looked them up already
 */
export function routesToTell(context: Context): { ids: string[]; context: Context } {
  const { _match: lookUp } = context;
  const match = remembering(lookUp);
  const parts = context.location.pathname.split('/').filter(Boolean);
  const above = parts.map((_, length) => `/${parts.slice(0, length).join('/')}`);
  const matches = [context.matches, ...['/', ...above.slice(1)].map((path) => match(path))];
  const ids = new Set(matches.flatMap((line) => line?.map(({ route }) => route.id) ?? []));
  return { ids: [...ids], context: { ...context, _match: match } };
}
