/**
 * Whether the page may be loaded again: not without a connection, when an error page would take its
 * place, nor when the session is over, which would lead away from what waits here to the sign-in.
 */
export async function mayLoadAgain(): Promise<boolean> {
  const answer = await fetch('/forum/members?q=', { redirect: 'manual' });
  return answer.ok;
}
