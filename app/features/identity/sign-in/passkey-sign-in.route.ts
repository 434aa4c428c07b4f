import { data } from 'react-router';
import { actorContext } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { noticeCookie } from '~/answers/notices.server';
import { requestFactsContext } from '~/policy/request-context';
import type { Route } from './+types/passkey-sign-in.route';
import { beginPasskeySignIn, finishPasskeySignIn } from './alternative-sign-in.server';

export function loader() {
  throw data('error.not-found', { status: 404 });
}

/** The two halves of a sign-in with a passkey, for the script of the login page. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const { clientAddress } = context.get(requestFactsContext);
  const sent: unknown = await request.json().catch(() => null);
  const from = { headers: request.headers, clientAddress };
  try {
    const { body, cookies, isSignedIn } =
      typeof sent === 'object' && sent !== null && 'response' in sent
        ? { ...(await finishPasskeySignIn(actor, sent, from)), isSignedIn: true }
        : { ...(await beginPasskeySignIn(actor, from)), isSignedIn: false };
    const headers = new Headers();
    for (const cookie of cookies) headers.append('Set-Cookie', cookie);
    if (isSignedIn) {
      const notice = { kind: 'success', key: 'success.auth/signed-in' } as const;
      headers.append('Set-Cookie', noticeCookie(notice));
    }
    return Response.json(body, { headers });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return Response.json({ error: error.code }, { status: error.status });
  }
}
