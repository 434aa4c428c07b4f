import { errorCodeHeader, readerNow } from '~/site/session-state';

/** Whom one signed in, or the key of what is in the way: a second step needs a page of its own. */
export type SignInOutcome = { reader: string } | { problem: string };

/**
 * Signs in without leaving the page, as the form of the sign-in page does.
 * @param form with `email` and `password`, and `keepSignedIn` where it is ticked
 */
export async function signInHere(form: FormData): Promise<SignInOutcome> {
  try {
    const body = new URLSearchParams();
    for (const [name, value] of form) if (typeof value === 'string') body.append(name, value);
    const answer = await fetch('/login', { method: 'POST', body, redirect: 'manual' });
    const refusal = answer.headers.get(errorCodeHeader);
    if (refusal !== null) return { problem: refusal };
    // A field that is not filled in.
    if (answer.status === 400) return { problem: 'error.auth/invalid-credential' };
    // Too busy to look at the password is no verdict on it.
    if (answer.type !== 'opaqueredirect') return { problem: 'draft.offline' };
    const reader = await readerNow();
    return reader === null ? { problem: 'draft.further-step' } : { reader };
  } catch {
    return { problem: 'draft.offline' };
  }
}
