import { actorContext } from '~/actor';
import { AppError } from '~/errors';
import { redirectWithNotice } from '~/notices.server';
import { requestFactsContext } from '~/request-context';
import { redirect } from 'react-router';
import type { Route } from './+types/hosted-answer.route';
import { finishHostedSignIn } from './other-sign-in.server';
import { leadsToSecondStep } from './second-step.server';

/** Where the hosted provider sends the browser back to (OpenID Connect Core 3.1.2.5). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { clientAddress } = context.get(requestFactsContext);
  const from = { headers: request.headers, clientAddress };
  try {
    const cookies = await finishHostedSignIn(context.get(actorContext), request.url, from);
    const headers = new Headers();
    for (const cookie of cookies) headers.append('Set-Cookie', cookie);
    if (leadsToSecondStep(cookies)) return redirect('/second-step', { headers });
    const notice = { kind: 'success', key: 'success.auth/signed-in' } as const;
    return redirectWithNotice('/', notice, cookies);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return redirectWithNotice('/login', { kind: 'error', key: error.code });
  }
}
