import { data, Link } from 'react-router';
import { actorContext } from '~/actor';
import { showErrorPage } from '~/error-response.server';
import { AppError } from '~/errors';
import { languageContext } from '~/i18n/language.server';
import { useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { parseForm } from '~/lib/form';
import { redirectWithNotice } from '~/notices.server';
import { siteMeta } from '~/site-meta';
import type { Route } from './+types/statement.route';
import { appealDecision, getStatement } from './decisions.server';
import { appealSchema } from './flag-schemas';
import { StatementPageContent } from './statement-page-content';

export async function loader({ params, context }: Route.LoaderArgs) {
  const statement = await getStatement(context.get(actorContext), params.id).catch(showErrorPage);
  return { ...statement, title: translateIn(context.get(languageContext))('statement.title') };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/forum', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const input = parseForm(appealSchema, await request.formData());
  if (!input.ok) return data({ ...input, error: null }, { status: 400 });
  try {
    await appealDecision(context.get(actorContext), params.id, input.data.text);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') showErrorPage(error);
    const values = { text: input.data.text };
    return data(
      { ok: false as const, values, fieldErrors: {}, error: error.code },
      { status: error.status },
    );
  }
  const key = 'success.appealed';
  return redirectWithNotice(`/forum/decision/${params.id}`, { kind: 'success', key });
}

export default function StatementPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate();
  return (
    <StatementPageContent statement={loaderData} answer={actionData}>
      <Link to="/forum/flags">{t('flag.mine')}</Link>
    </StatementPageContent>
  );
}
