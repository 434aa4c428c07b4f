import { readerNow } from '~/site/session-state';

export type SignInOutcome = 'signed-in' | 'refused' | 'no-answer' | 'further-step';

/** Signs in without leaving the page. @returns what came of it; a second step needs a page */
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
    if (answer.type !== 'opaqueredirect') return 'refused';
    return (await readerNow()) === null ? 'further-step' : 'signed-in';
  } catch {
    return 'no-answer';
  }
}
