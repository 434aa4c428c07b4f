import { useRef, useState } from 'react';
import { data, Link, useNavigation } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { countryOptions, languageName } from '~/lib/format/display-names';
import { parseForm, sentTexts } from '~/lib/forms/form';
import { formatDate } from '~/lib/format/format-date';
import { isUuid } from '~/lib/is-uuid';
import { reloadOwnChangesAndConflicts } from '~/lib/forms/revalidation';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import { Button } from '~/ui/button';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import type { Route } from './+types/details.route';
import { DetailField } from './detail-field';
import { detailLists, detailsSchema } from './details-schema';
import { languagesFor, proposeDetails, updateDetails } from './details.server';
import { fittingProposals, valuesOf } from './details-values';
import { documentFields, judgmentFields, type FieldFacts } from './details-fields';
import { getDocument } from '~/features/library/documents/documents.server';
import { fillFromEcli, type FilledField } from './fill-from-ecli';
import own from './details.module.css';
import { Form } from '~/ui/form';
import { useStickyActionData } from '~/ui/sticky-action-data';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  if (!isUuid(params.document)) throw data('error.not-found', { status: 404 });
  const actor = context.get(actorContext);
  const { document, isChangeable } = await getDocument(actor, params.document).catch(
    throwErrorResponse,
  );
  if (!isChangeable) throw data('error.not-found', { status: 404 });
  const proposals = fittingProposals(document, await proposeDetails(actor, document.id));
  const isUsing = new URL(request.url).searchParams.has('proposals');
  const language = context.get(languageContext);
  const title = translateIn(language)('document.edit');
  return {
    id: document.id,
    title,
    values: valuesOf(document, isUsing ? proposals : {}),
    proposals,
    isUsing,
    countries: countryOptions(language),
    languages: languagesFor(actor, document.language),
  };
}

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  const page = { path: `/intranet/documents/${params.document}/details`, noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

type Answer = {
  code: string;
  fieldErrors?: Record<string, string>;
  values?: Record<string, string>;
};

export async function action({ request, params, context }: Route.ActionArgs) {
  if (!isUuid(params.document)) throw data('error.not-found', { status: 404 });
  const submitted = await request.formData();
  const form = parseForm(detailsSchema, submitted, detailLists);
  if (!form.ok) {
    const { fieldErrors, values } = form;
    return data<Answer>({ code: 'error.invalid-input', fieldErrors, values }, { status: 400 });
  }
  try {
    await updateDetails(context.get(actorContext), params.document, form.data);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const values = sentTexts(submitted, detailLists);
    return data<Answer>({ code: error.code, values }, { status: error.status });
  }
  const notice = { kind: 'success', key: 'success.details-saved' } as const;
  return redirectWithNotice(`/intranet/documents/${params.document}`, notice);
}

export const shouldRevalidate = reloadOwnChangesAndConflicts;

export default function DetailsPage({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const language = useLanguage();
  const isBusy = useNavigation().state === 'submitting';
  const { id, title, proposals, isUsing } = loaderData;
  const filled = useRef(new Map<string, string>());
  const [newlyFilled, setNewlyFilled] = useState<FilledField[]>([]);
  const typed = actionData?.values ?? {};
  // After a stale save: what was typed stays, what is saved meanwhile is told beside it.
  const isStale = actionData?.code === 'error.intranet-resource.stale';
  const values: Record<string, string> = { ...loaderData.values, ...typed };
  const field = (facts: FieldFacts) => (
    <DetailField
      key={facts.name}
      facts={facts}
      value={values[facts.name] ?? ''}
      saved={isStale ? (loaderData.values[facts.name] ?? '') : null}
      errors={actionData?.fieldErrors ?? {}}
      countries={loaderData.countries}
      languages={loaderData.languages}
    />
  );
  const found = [
    proposals.ecli,
    proposals.court,
    proposals.caseNumber,
    proposals.decidedOn && formatDate(proposals.decidedOn, language),
    proposals.language && languageName(proposals.language, language),
  ].filter(Boolean);
  return (
    <div className={classes.page} key={isUsing ? 'proposals' : 'own'}>
      <h1>{title}</h1>
      {actionData && <Message kind="error" text={textOf(actionData.code)} answer={actionData} />}
      {found.length > 0 && !isUsing && (
        <p className={classes.success}>
          {t('document.proposals', { found: found.join(', ') })}{' '}
          <Link to="?proposals">{t('document.use-proposals')}</Link>
        </p>
      )}
      <Form
        method="post"
        className={classes.form}
        noValidate
        onBlur={({ currentTarget, target }) => {
          if (target.getAttribute('name') !== 'ecli') return;
          const names = fillFromEcli(currentTarget, filled.current);
          if (names.length > 0) setNewlyFilled(names);
        }}
      >
        <input type="hidden" name="version" value={loaderData.values.version} />
        {documentFields.map(field)}
        <fieldset className={own.group}>
          <legend>{t('document.judgment')}</legend>
          <p>{t('document.judgment-hint')}</p>
          {judgmentFields.slice(0, 1).map(field)}
          <p role="status">
            {newlyFilled.length > 0 &&
              t('judgment.from-ecli', {
                fields: judgmentFields
                  .filter(({ name }) => newlyFilled.some((one) => one === name))
                  .map(({ label }) => t(label))
                  .join(', '),
              })}
          </p>
          {judgmentFields.slice(1).map(field)}
        </fieldset>
        <Button variant="primary" isBusy={isBusy}>
          {t('settings.save')}
        </Button>
      </Form>
      <p>
        <Link to={`/intranet/documents/${id}`}>{t('document.back')}</Link>
      </p>
    </div>
  );
}
