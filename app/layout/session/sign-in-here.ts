import { readerNow } from '~/site/session-state';

export type SignInProblem = 'refused' | 'no-answer' | 'further-step';
export type SignInOutcome = { reader: string } | { problem: SignInProblem };

/** Signs in without leaving the page. @returns whom, or what is in the way: a second step needs a page */
export async function signInHere(fields: {
  email: string;
  password: string;
}): Promise<SignInOutcome> {
  try {
    const answer = await fetch('/login', {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
    // Too busy to look at the password is no verdict on it.
    if (answer.status >= 500) return { problem: 'no-answer' };
    if (answer.type !== 'opaqueredirect') return { problem: 'refused' };
    const reader = await readerNow();
    return reader === null ? { problem: 'further-step' } : { reader };
  } catch {
    return { problem: 'no-answer' };
  }
}
