import { actorContext } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { pathAfterSignIn } from '~/features/compliance/agreement/agreement.server';
import { activateMembership } from '~/features/membership/membership.server';
import { languageContext } from '~/i18n/language.server';
import { redirectWithNotice } from '~/answers/notices.server';
import { requestFactsContext } from '~/policy/request-context';
import { redirect } from 'react-router';
import type { Route } from './+types/hosted-answer.route';
import { finishHostedSignIn } from '~/features/identity/sign-in/alternative-sign-in.server';
import { leadsToSecondStep } from '~/features/identity/sign-in/second-step.server';
import {
  clearedWantedPageCookie,
  wantedPageOf,
} from '~/features/identity/sign-in/wanted-page.server';

/** Where the hosted provider sends the browser back to (OpenID Connect Core 3.1.2.5). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { clientAddress } = context.get(requestFactsContext);
  const from = { headers: request.headers, clientAddress };
  const wanted = wantedPageOf(request.headers);
  const query = wanted ? `?redirectUrl=${encodeURIComponent(wanted)}` : '';
  try {
    const actor = context.get(actorContext);
    const signedIn = await finishHostedSignIn(actor, request.url, {
      ...from,
      onProven: activateMembership,
    });
    const cookies = [...signedIn, clearedWantedPageCookie];
    const headers = new Headers();
    for (const cookie of cookies) headers.append('Set-Cookie', cookie);
    if (leadsToSecondStep(cookies)) return redirect(`/second-step${query}`, { headers });
    const notice = { kind: 'success', key: 'success.auth/signed-in' } as const;
    const next = await pathAfterSignIn(actor, wanted ?? '/', context.get(languageContext));
    return redirectWithNotice(next, notice, cookies);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return redirectWithNotice(`/login${query}`, { kind: 'error', key: error.code });
  }
}
