import { cookieHeader, emailOf, readSetCookie } from './accounts';

/** A site that is asked without a browser. */
export type Site = { url: string; password: string };
export type Reader = 'visitor' | 'member' | 'member2' | 'admin' | 'dev';
export type Fields = Record<string, string | string[]>;

let lastAddress = 0;

/** An address of its own for each request, so that no request uses up the tries of another. */
function fromElsewhere(): Record<string, string> {
  lastAddress += 1;
  return { 'X-Forwarded-For': `10.${lastAddress >> 8}.${lastAddress & 255}.9` };
}

/** Sends a form as a browser without scripts does; redirects are not followed. */
export function post(site: Site, path: string, fields: Fields, cookie = ''): Promise<Response> {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    for (const each of [value].flat()) body.append(name, each);
  return fetch(`${site.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body,
    headers: { ...fromElsewhere(), ...(cookie ? { cookie } : {}) },
  });
}

export function get(site: Site, path: string, cookie = ''): Promise<Response> {
  return fetch(`${site.url}${path}`, {
    redirect: 'manual',
    headers: { ...fromElsewhere(), ...(cookie ? { cookie } : {}) },
  });
}

/** Signs in. @returns the `Cookie` header of the session, empty for a visitor */
export async function cookieOf(site: Site, reader: Reader): Promise<string> {
  if (reader === 'visitor') return '';
  const answer = await post(site, '/login', { email: emailOf(reader), password: site.password });
  if (answer.status !== 302) throw new Error(`${reader} could not sign in: ${answer.status}`);
  const cookies = answer.headers.getSetCookie().map(readSetCookie);
  return cookieHeader(cookies.filter(({ name }) => name.startsWith('__Host-session')));
}

/** The first match of `pattern` in a page. */
export async function readIn(
  site: Site,
  path: string,
  { cookie, pattern }: { cookie: string; pattern: RegExp },
): Promise<string> {
  const found = pattern.exec(await (await get(site, path, cookie)).text());
  if (!found?.[1]) throw new Error(`${pattern.source} is not in ${path}`);
  return found[1];
}

/** The id of an account, from the list of users. */
export function userIdOf(site: Site, email: string, cookie: string): Promise<string> {
  const pattern = /href="\/administration\/users\/([0-9a-f-]{36})"/;
  return readIn(site, `/administration/users?search=${email}`, { cookie, pattern });
}
