import { data, redirect } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { type FormRefusal, parseForm, sentTexts } from '~/lib/forms/form';
import { languageName } from '~/lib/format/display-names';
import { siteMeta } from '~/site/site-meta';
import form from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { Button } from '~/ui/button';
import { SelectField, TextField } from '~/ui/fields/fields';
import { useStickyActionData } from '~/ui/sticky-action-data';
import { keepFormOnNetworkError } from '~/ui/stay-on-network-error';
import type { Route } from './+types/new-text.route';
import { newTextSchema } from './editing-schemas';
import { createText } from '~/features/content/publishing/new-texts.server';
import { editPath, publicationKindOf } from '~/features/content/publishing/publication-kinds';
import { getTranslated, newTextLanguages } from '~/features/content/publishing/texts.server';
import { Form } from '~/ui/form';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const { searchParams } = new URL(request.url);
  const kind = publicationKindOf(searchParams.get('kind')) ?? 'news';
  const of = searchParams.get('of');
  const languages = await newTextLanguages(actor, kind).catch(throwErrorResponse);
  const original = of ? await getTranslated(actor, kind, of).catch(throwErrorResponse) : null;
  const taken = original?.languages ?? [];
  const t = translateIn(context.get(languageContext));
  return {
    kind,
    of,
    original: original && { title: original.title },
    languages: languages.filter((language) => !taken.includes(language)),
    title: t(
      original
        ? 'content.new-translation'
        : `content.new-${kind === 'event-translation' ? 'news' : kind}`,
    ),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/content/new', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export async function action({ request, context }: Route.ActionArgs) {
  const given = await request.formData();
  const input = parseForm(newTextSchema, given);
  if (!input.ok) return data({ ...input, error: null }, { status: 400 });
  try {
    const id = await createText(context.get(actorContext), input.data);
    return redirect(editPath(input.data.kind, id));
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') throwErrorResponse(error);
    const refusal = { fieldErrors: {}, values: sentTexts(given), error: error.code };
    return data({ ok: false as const, ...refusal }, { status: error.status });
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepFormOnNetworkError(serverAction);
}

/** The language and the working title of a new text; everything else comes afterwards. */
export default function NewText({ loaderData, actionData }: Route.ComponentProps) {
  const answer: ({ error?: string | null } & Partial<FormRefusal>) | undefined =
    useStickyActionData(actionData);
  const t = useTranslate();
  const reader = useLanguage();
  const textOf = useTextOf();
  const { kind, of, original, languages } = loaderData;
  const errors: Record<string, string> = answer?.fieldErrors ?? {};
  const values: Record<string, string> = answer?.values ?? {};
  return (
    <div className={form.page}>
      <h1>{loaderData.title}</h1>
      {original && <p>{t('content.translation-of', { title: original.title })}</p>}
      {answer?.error && <Message kind="error" text={textOf(answer.error)} answer={answer} />}
      {languages.length === 0 ? (
        <p>{t('content.all-languages-there')}</p>
      ) : (
        <Form method="post" className={form.form} noValidate>
          <input type="hidden" name="kind" value={kind} />
          {of && <input type="hidden" name="of" value={of} />}
          <SelectField
            name="language"
            label={t('content.language')}
            defaultValue={values.language ?? languages[0]}
            error={errors.language && textOf(errors.language)}
            choices={languages.map((code) => ({
              value: code,
              label: languageName(code, reader),
            }))}
          />
          <TextField
            name="title"
            label={t(kind === 'board-member' ? 'board.name' : 'content.field.title')}
            defaultValue={values.title}
            error={errors.title && textOf(errors.title)}
            maxLength={160}
            required
          />
          <Button variant="primary">{t('content.create')}</Button>
        </Form>
      )}
    </div>
  );
}
