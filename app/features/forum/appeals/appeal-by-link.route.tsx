import { data } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { languageContext } from '~/i18n/language.server';
import { useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { parseForm, sentTexts } from '~/lib/forms/form';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import form from '~/ui/form.module.css';
import { stayOnNetworkError } from '~/ui/stay-on-network-error';
import { useStickyActionData } from '~/ui/sticky-action-data';
import type { Route } from './+types/appeal-by-link.route';
import { appealByLink, getStatementByLink } from './appeal-link.server';
import { appealSchema } from '~/features/forum/flags/flag-schemas';
import { StatementPageContent } from './statement-page-content';

/** Opening the link changes nothing: mail gateways open every link. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const statement = await getStatementByLink(context.get(actorContext), params).catch(
    throwErrorResponse,
  );
  const title = translateIn(context.get(languageContext))('statement.title');
  return data({ statement, title }, { status: statement ? 200 : 410 });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/login', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const given = await request.formData();
  const input = parseForm(appealSchema, given);
  if (!input.ok) return data({ ...input, error: null }, { status: 400 });
  try {
    await appealByLink(context.get(actorContext), params, input.data.text);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') throwErrorResponse(error);
    const values = sentTexts(given);
    return data(
      { ok: false as const, values, fieldErrors: {}, error: error.code },
      { status: error.status },
    );
  }
  return redirectWithNotice('/', { kind: 'success', key: 'success.appealed' });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return stayOnNetworkError(serverAction, 'error.no-answer');
}

export default function AppealByLink({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const { statement, title } = loaderData;
  if (!statement) {
    return (
      <div className={form.page}>
        <h1>{title}</h1>
        <p>{t('appeal.link-over')}</p>
      </div>
    );
  }
  return <StatementPageContent statement={{ ...statement, title }} answer={actionData} />;
}
