import { randomUUID } from 'node:crypto';

/** The demonstration accounts, by the name the tests call them, and the role of each. */
export const accounts = { member: 'USER', member2: 'USER', admin: 'ADMIN', dev: 'DEV' } as const;
export type Account = keyof typeof accounts;

export const emailOf = (account: Account) => `${account}@demo.example`;

/** An address nobody has: each is a new one, so that no test uses up the tries of another. */
export const strangersEmail = () => `stranger-${randomUUID()}@court.example`;

export const sessionCookie = '__Host-session';

/** The password of every demonstration account of the site under test. */
export function demonstrationPassword(): string {
  return setting('DEMO_PASSWORD');
}

/** Where the site under test answers, without a slash at the end. */
export function siteOrigin(): string {
  return setting('BASE_URL');
}

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; the set-up of the browser tests sets it`);
  return value;
}

/** A cookie as the site sets it. */
export type SetCookie = { name: string; value: string; attributes: string[] };

/** @param header one `Set-Cookie` value */
export function readSetCookie(header: string): SetCookie {
  const [pair = '', ...attributes] = header.split(';').map((part) => part.trim());
  const cut = pair.indexOf('=');
  return { name: pair.slice(0, cut), value: pair.slice(cut + 1), attributes };
}

/**
 * Signs in as a person would, without a browser.
 * @returns the cookies of a session of its own
 * @throws Error when the site does not accept the account
 */
export async function startSession(account: Account): Promise<SetCookie[]> {
  const answer = await fetch(`${siteOrigin()}/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ email: emailOf(account), password: demonstrationPassword() }),
  });
  const cookies = answer.headers.getSetCookie().map(readSetCookie);
  if (!cookies.some(({ name }) => name === sessionCookie)) {
    throw new Error(`${account} could not sign in: ${answer.status}`);
  }
  return cookies.filter(({ name }) => name.startsWith(sessionCookie));
}

const sessions = new Map<Account, Promise<SetCookie[]>>();

/** A session that tests share; one that ends its session starts its own with `startSession`. */
export function sessionOf(account: Account): Promise<SetCookie[]> {
  const session = sessions.get(account) ?? startSession(account);
  sessions.set(account, session);
  return session;
}

/** What a request of the session carries in its `Cookie` header. */
export function cookieHeader(cookies: readonly SetCookie[]): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}
