import { noteLostSession, readerNow } from './session-state';

type Answers = Record<string, { type: 'data' | 'error'; result: unknown }>;

/** The data of the page that is open, by the id of the route; null where nobody is signed in. */
let shown: ReadonlyMap<string, unknown> | null = null;

export function noteShownPage(data: ReadonlyMap<string, unknown> | null): void {
  shown = data;
}

/**
 * Client middleware: a page that is looked at again, or whose form is sent, when its session is over
 * stays as it is, with all that was typed, and asks for the sign-in in place.
 */
export async function stayOnLostSession<Given extends Answers>(
  { method, url }: Pick<Request, 'method' | 'url'>,
  next: () => Promise<Given>,
): Promise<Given> {
  const page = shown;
  const answers = await next();
  const { pathname, search } = new URL(url);
  const isSamePage = method !== 'GET' || pathname + search === location.pathname + location.search;
  const all = Object.values(answers);
  if (!page || !isSamePage || !all.some(leadsToSignIn)) return answers;
  // The guard of the administration leads there as well whoever is signed in without its rights.
  if ((await readerNow().catch(() => 'unknown')) !== null) return answers;
  noteLostSession();
  for (const [id, answer] of Object.entries(answers)) {
    if (!leadsToSignIn(answer)) continue;
    const result = method === 'GET' ? page.get(id) : undefined;
    Object.assign(answer, { type: 'data', result });
  }
  return answers;
}

function leadsToSignIn({ result }: { result: unknown }): boolean {
  return (
    result instanceof Response &&
    (result.headers.get('Location') ?? '').includes('/login?redirectUrl=')
  );
}
