import { data, Link, useLocation } from 'react-router';
import { throwErrorResponse } from '~/answers/error-response.server';
import { redirectWithNotice } from '~/answers/notices.server';
import { mostAtOnce, severalAddress } from '~/features/library/details/several-address';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { isUuid } from '~/lib/is-uuid';
import { parseForm, rowsOf, sentTexts } from '~/lib/forms/form';
import { reloadAfterConflict } from '~/lib/forms/revalidation';
import { actorContext } from '~/policy/actor';
import { AppError, type ErrorCode } from '~/policy/errors';
import { mayLoadAgain } from '~/site/session-state';
import { siteMeta } from '~/site/site-meta';
import form from '~/ui/form.module.css';
import { useLive } from '~/ui/live/use-live';
import { Message } from '~/ui/message';
import { useStickyActionData } from '~/ui/sticky-action-data';
import type { Route } from './+types/intake.route';
import { IntakeForm } from './intake-form';
import { intakeSchema } from './intake-row';
import { listIntake } from './intake.server';
import { saveIntake } from './save-intake.server';

export async function loader({ request, context }: Route.LoaderArgs) {
  const language = context.get(languageContext);
  const asked = new URL(request.url).searchParams.get('files') ?? '';
  const ids = [...new Set(asked.split(','))];
  if (ids.length > mostAtOnce || !ids.every(isUuid)) throw data('error.not-found', { status: 404 });
  const page = await listIntake(context.get(actorContext), ids, language).catch(throwErrorResponse);
  const title = translateIn(language)('intake.title', { count: page.files.length });
  return { ...page, title, address: severalAddress(ids) };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData
    ? siteMeta(matches, { title: loaderData.title, path: '/intranet/details', noIndex: true })
    : [];
}

type Answer = {
  /** Absent where each cell says what is wrong. */
  error?: ErrorCode;
  fieldErrors: Record<string, string>;
  values: Record<string, string>;
};

export async function action({ request, context }: Route.ActionArgs) {
  const sent = await request.formData();
  const input = parseForm(intakeSchema, sent);
  if (!input.ok) {
    const isSaid = Object.keys(input.fieldErrors).some((name) => name.startsWith('files.'));
    const answer = isSaid ? input : { error: 'error.invalid-input' as const, ...input };
    return data<Answer>(answer, { status: 400 });
  }
  const values = sentTexts(sent);
  try {
    const rows = input.data.files;
    const refusal = await saveIntake(context.get(actorContext), rows, context.get(languageContext));
    const address = severalAddress(rows.map(({ id }) => id));
    if (!refusal) return redirectWithNotice(address, { kind: 'success', key: 'success.intake' });
    const { fieldErrors, versions } = refusal;
    if (versions.size === 0) return data<Answer>({ fieldErrors, values }, { status: 400 });
    // What was typed stays; saved once more, it takes the place of what came meanwhile.
    const files = rowsOf(values['files']).map((row) => {
      const version = versions.get(row['id'] ?? '');
      return version === undefined ? row : { ...row, version: String(version) };
    });
    const kept = { ...values, files: JSON.stringify(files) };
    const error = 'error.intranet-resource.stale';
    return data<Answer>({ error, fieldErrors, values: kept }, { status: 409 });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') throwErrorResponse(error);
    const answer = { error: error.code, fieldErrors: {}, values };
    return data<Answer>(answer, { status: error.status });
  }
}

export const shouldRevalidate = reloadAfterConflict;

/** The details of several files, read from their texts, to be checked and saved together. */
export default function Intake({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const { title, files, live, place, address, mayPublish } = loaderData;
  const answer: Answer | undefined = useStickyActionData(actionData);
  // Another one after each answer, not when the page loads again by itself.
  const { key } = useLocation();
  const unread = files.filter(({ textState }) => textState === 'waiting').length;
  return (
    <div className={form.wide}>
      <h1>{title}</h1>
      <p>{t(mayPublish ? 'intake.intro-publish' : 'intake.intro')}</p>
      <p role="status">{unread > 0 && t('intake.reading', { count: unread })}</p>
      {unread > 0 && (
        <noscript>
          <p>
            <a href={address}>{t('intake.look-again')}</a>
          </p>
        </noscript>
      )}
      {live && <WhileReading address={live} />}
      {answer?.error && <Message kind="error" text={textOf(answer.error)} answer={answer} />}
      <IntakeForm
        key={key}
        page={loaderData}
        rows={answer ? rowsOf(answer.values['files']) : null}
        errors={answer?.fieldErrors ?? {}}
      />
      <p>
        <Link to={place}>{t('intake.back')}</Link>
      </p>
    </div>
  );
}

/** Loads the page again when a text has been read; nothing that was typed is lost by it. */
function WhileReading({ address }: { address: string }) {
  useLive(address, mayLoadAgain);
  return null;
}
