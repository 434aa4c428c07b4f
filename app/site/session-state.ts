/**
 * Whether the session of the page that is open was lost. One state for the whole page: what is for
 * members is hidden, and what waits for the session goes on when it is there again.
 */
export type LostSession = 'error.auth/session-expired' | 'error.firestore/account-not-found';

let lost: LostSession | null = null;
/** When it was lost last, for the page that says so by itself. */
let lostAt = -Infinity;
/** In milliseconds, until the server has said the same. */
const saidFor = 10_000;
const listeners = new Set<() => void>();

export const lostSession = (): LostSession | null => lost;

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function set(value: LostSession | null): void {
  if (value === lost) return;
  lost = value;
  if (value !== null) lostAt = performance.now();
  for (const listener of listeners) listener();
}

export const noteLostSession = (why: LostSession = 'error.auth/session-expired') => set(why);
/** Whether a message is the loss of the session, which the page has said already. */
export const isSaidAlready = (key: string): boolean =>
  key === 'error.auth/session-expired' && performance.now() - lostAt < saidFor;

export const noteSessionIsBack = () => set(null);

/** Calls back each time that the session is there again. @returns how to stop */
export function onSessionBack(callback: () => void): () => void {
  return onSessionChange(() => {
    if (lost === null) callback();
  });
}

/** Of an answer to a sign-in that was refused: its code, for a script that shows no page of it. */
export const errorCodeHeader = 'X-Error-Code';

/**
 * The id of the person to whom the session of this browser belongs; null without a session.
 * @throws when there is no answer
 */
export async function readerNow(): Promise<string | null> {
  const answer = await fetch('/session', { redirect: 'manual', cache: 'no-store' });
  if (!answer.ok) throw new Error(`no answer about the session: ${answer.status}`);
  const about: unknown = await answer.json();
  const reader = typeof about === 'object' && about !== null && 'reader' in about && about.reader;
  return typeof reader === 'string' ? reader : null;
}

/**
 * Whether the page may be loaded again: not without a connection, when an error page would take its
 * place, nor when the session is over, which would lead away from what waits here to the sign-in.
 */
export async function mayLoadAgain(): Promise<boolean> {
  const isSignedIn = (await readerNow()) !== null;
  if (!isSignedIn) noteLostSession();
  return isSignedIn;
}
