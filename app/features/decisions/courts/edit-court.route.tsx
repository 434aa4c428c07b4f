import { data, Link } from 'react-router';
import { throwErrorResponse } from '~/answers/error-response.server';
import { redirectWithNotice } from '~/answers/notices.server';
import { nameOfCountry, organisations } from '~/features/decisions/records/decision-names';
import { languageContext } from '~/i18n/language.server';
import type { Translate } from '~/i18n/translate';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { type FormRefusal, parseForm, sentText, sentTexts } from '~/lib/forms/form';
import { countryOptions, languageName, workingLanguages } from '~/lib/format/display-names';
import { reloadOwnChangesAndConflicts } from '~/lib/forms/revalidation';
import { actorContext } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { siteMeta } from '~/site/site-meta';
import { Button } from '~/ui/button';
import { RadioField } from '~/ui/fields/choices';
import { SelectField, TextField } from '~/ui/fields/fields';
import { Form } from '~/ui/form';
import form from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { useStickyActionData } from '~/ui/sticky-action-data';
import { keepFormOnNetworkError } from '~/ui/stay-on-network-error';
import type { Route } from './+types/edit-court.route';
import { courtAddress, courtsPath as path } from './court-address';
import { addCourt, changeCourt, deleteCourt, getCourt } from './court-editor.server';
import { courtKinds, courtSchema, newCourtSchema } from './court-schemas';

export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const language = context.get(languageContext);
  const t = translateIn(language);
  const court =
    params.code === 'new' ? null : await getCourt(actor, params.code).catch(throwErrorResponse);
  const named = (value: string) => ({ value, label: nameOfCountry(value, language, t) });
  const languages = [...new Set([...workingLanguages, ...(court ? [court.language] : [])])];
  return {
    court,
    title: court?.name ?? t('courts.add'),
    choices: {
      countries: countryOptions(language).near,
      organisations: organisations.map(named),
      languages: languages.map((value) => ({ value, label: languageName(value, language) })),
    },
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData ? siteMeta(matches, { title: loaderData.title, path, noIndex: true }) : [];
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const sent = await request.formData();
  try {
    if (sentText(sent, 'intent') === 'delete') {
      await deleteCourt(actor, params.code);
      return redirectWithNotice(path, { kind: 'success', key: 'success.court-deleted' });
    }
    if (params.code === 'new') {
      const input = parseForm(newCourtSchema, sent);
      if (!input.ok) return data({ ...input, error: null }, { status: 400 });
      const { intent: _, ...court } = input.data;
      const code = await addCourt(actor, court);
      const notice = { kind: 'success', key: 'success.court-added' } as const;
      return redirectWithNotice(courtAddress(code), notice);
    }
    const input = parseForm(courtSchema, sent);
    if (!input.ok) return data({ ...input, error: null }, { status: 400 });
    const { intent: _, version, ...facts } = input.data;
    await changeCourt(actor, { code: params.code, version }, facts);
    const notice = { kind: 'success', key: 'success.court-saved' } as const;
    return redirectWithNotice(courtAddress(params.code), notice);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') throwErrorResponse(error);
    const values = sentTexts(sent);
    const isKnown = error.code === 'error.court.known';
    // Without an ECLI code, the abbreviation stands for it.
    const field = values['ecliCode'] ? 'ecliCode' : 'abbreviation';
    const fieldErrors: Record<string, string> = isKnown ? { [field]: 'form.court-known' } : {};
    const refusal = { ok: false as const, fieldErrors, values, error: isKnown ? null : error.code };
    return data(refusal, { status: error.status });
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepFormOnNetworkError(serverAction);
}

export const shouldRevalidate = reloadOwnChangesAndConflicts;

/** A court or authority: how it is called, and how an ECLI names it. */
export default function EditCourt({ loaderData, actionData }: Route.ComponentProps) {
  const answer: ({ error?: string | null } & Partial<FormRefusal>) | undefined =
    useStickyActionData(actionData);
  const t = useTranslate();
  const language = useLanguage();
  const textOf = useTextOf();
  const { court, title, choices } = loaderData;
  const errors: Record<string, string> = answer?.fieldErrors ?? {};
  const values: Record<string, string> = answer?.values ?? {};
  // Whatever it was refused for: what is sent next replaces the version that is saved now.
  const isLate = values['version'] !== undefined && values['version'] !== String(court?.version);
  const field: FieldOf = (name, hint) => {
    const saved = court?.[name] ?? '';
    const value = values[name] ?? saved;
    const other =
      court &&
      isLate &&
      value !== saved &&
      t('document.saved-meanwhile', { value: savedWords(court, name, { t, language }) });
    return {
      name,
      defaultValue: value,
      error: errors[name] && textOf(errors[name]),
      hint: [hint, other].filter(Boolean).join(' '),
    };
  };
  return (
    <div className={form.wide}>
      <h1>
        <bdi>{title}</bdi>
      </h1>
      <p>
        <Link to={path}>{t('courts.title')}</Link>
        {court && ` · ${court.code}`}
      </p>
      {answer?.error && <Message kind="error" text={textOf(answer.error)} answer={answer} />}
      <Form method="post" className={form.form} noValidate key={court?.code ?? 'new'}>
        {court && <input type="hidden" name="version" value={court.version} />}
        <CourtFields field={field} choices={choices} isNew={court === null} />
        <Button variant="primary" name="intent" value="save">
          {t(court ? 'courts.save' : 'courts.add')}
        </Button>
      </Form>
      {court && <Deletion decisions={court.decisions} name={court.name} />}
    </div>
  );
}

type SavedCourt = NonNullable<Route.ComponentProps['loaderData']['court']>;

type Reader = { t: Translate; language: string };

function savedWords(court: SavedCourt, name: FieldName, { t, language }: Reader): string {
  if (name === 'kind') return t(`courts.kind.${court.kind}`);
  if (name === 'language') return languageName(court.language, language);
  if (name === 'country') return nameOfCountry(court.country, language, t);
  return court[name] || '–';
}

type FieldName = 'name' | 'nameEn' | 'abbreviation' | 'country' | 'ecliCode' | 'kind' | 'language';
/** A field with its hint, and with what someone else has saved in it meanwhile. */
type FieldOf = (
  name: FieldName,
  hint?: string,
) => {
  name: string;
  defaultValue: string;
  error: string | undefined;
  hint: string;
};

type CourtFieldsProps = {
  field: FieldOf;
  choices: Route.ComponentProps['loaderData']['choices'];
  isNew: boolean;
};

function CourtFields({ field, choices, isNew }: CourtFieldsProps) {
  const t = useTranslate();
  const none = { value: '', label: t('decision-editor.none-chosen') };
  return (
    <>
      <TextField {...field('name')} label={t('courts.own-name')} maxLength={200} />
      <SelectField
        {...field('language')}
        label={t('courts.language')}
        choices={[none, ...choices.languages]}
      />
      <TextField {...field('nameEn')} label={t('courts.english-name')} maxLength={200} />
      <TextField
        {...field('abbreviation', t('courts.abbreviation-hint'))}
        label={t('courts.abbreviation')}
        maxLength={40}
      />
      {isNew && (
        <SelectField
          {...field('country')}
          label={t('courts.country')}
          choices={[none, ...choices.organisations]}
          groups={[{ label: t('courts.countries'), choices: choices.countries }]}
        />
      )}
      <TextField
        {...field('ecliCode', t('courts.ecli-code-hint'))}
        label={t('courts.ecli-code')}
        maxLength={7}
      />
      <RadioField
        {...field('kind')}
        label={t('courts.kind')}
        choices={courtKinds.map((value) => ({ value, label: t(`courts.kind.${value}`) }))}
      />
    </>
  );
}

/** Deletes a court that no decision names; says how many do, where it cannot be deleted. */
function Deletion({ decisions, name }: { decisions: number; name: string }) {
  const t = useTranslate();
  return (
    <section aria-labelledby="delete">
      <h2 id="delete">{t('courts.delete')}</h2>
      {decisions > 0 ? (
        <p>{t('courts.used', { count: decisions })}</p>
      ) : (
        <Form method="post">
          <Button name="intent" value="delete">
            {t('courts.delete-one', { name })}
          </Button>
        </Form>
      )}
    </section>
  );
}
