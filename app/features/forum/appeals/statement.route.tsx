import { data, Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { findDraft } from '~/features/writing/drafts/drafts.server';
import { languageContext } from '~/i18n/language.server';
import { useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { parseForm, sentTexts } from '~/lib/forms/form';
import { reloadOwnChangesAndConflicts } from '~/lib/forms/revalidation';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import { stayOnNetworkError } from '~/ui/stay-on-network-error';
import { useStickyActionData } from '~/ui/sticky-action-data';
import type { Route } from './+types/statement.route';
import { appealDecision, getStatement } from '~/features/forum/reviews/decisions.server';
import { appealSchema } from '~/features/forum/flags/flag-schemas';
import { StatementPageContent } from './statement-page-content';

export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const statement = await getStatement(actor, params.id).catch(throwErrorResponse);
  const place = `appeal/${params.id}`;
  return {
    statement: {
      ...statement,
      title: translateIn(context.get(languageContext))('statement.title'),
    },
    writing: { place, draft: await findDraft(actor, place) },
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/forum', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.statement.title, ...page }) : [];
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const given = await request.formData();
  const input = parseForm(appealSchema, given);
  if (!input.ok) return data({ ...input, error: null }, { status: 400 });
  try {
    await appealDecision(context.get(actorContext), params.id, input.data.text);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') throwErrorResponse(error);
    const values = sentTexts(given);
    return data(
      { ok: false as const, values, fieldErrors: {}, error: error.code },
      { status: error.status },
    );
  }
  const key = 'success.appealed';
  return redirectWithNotice(`/forum/decision/${params.id}`, { kind: 'success', key });
}

/** An appeal that was made in another window is shown; there is no second one. */
export const shouldRevalidate = reloadOwnChangesAndConflicts;

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return stayOnNetworkError(serverAction);
}

export default function StatementPage({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  return (
    <StatementPageContent {...loaderData} answer={actionData}>
      <Link to="/forum/flags">{t('flag.mine')}</Link>
    </StatementPageContent>
  );
}
