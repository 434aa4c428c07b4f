import { redirect } from 'react-router';
import { actorContext } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { redirectWithNotice } from '~/answers/notices.server';
import { requestFactsContext } from '~/policy/request-context';
import type { Route } from './+types/hosted-sign-in.route';
import { beginHostedSignIn } from './alternative-sign-in.server';
import { wantedPageCookie } from './wanted-page.server';

/**
 * Leads to the hosted provider. Nothing is changed here; what was asked, and the page wanted, are in
 * cookies.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { clientAddress } = context.get(requestFactsContext);
  const from = { headers: request.headers, clientAddress };
  try {
    const { address, cookies } = await beginHostedSignIn(context.get(actorContext), from);
    const headers = new Headers();
    const wanted = wantedPageCookie(new URL(request.url).searchParams.get('redirectUrl'));
    for (const cookie of [...cookies, wanted]) headers.append('Set-Cookie', cookie);
    return redirect(address, { headers });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return redirectWithNotice('/login', { kind: 'error', key: error.code });
  }
}
