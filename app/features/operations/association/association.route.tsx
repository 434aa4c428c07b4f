import { data } from 'react-router';
import { throwErrorResponse } from '~/answers/error-response.server';
import { redirectWithNotice } from '~/answers/notices.server';
import type { Language } from '~/config/config.server';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { type FormRefusal, parseForm, sentText, sentTexts } from '~/lib/forms/form';
import { reloadOwnChangesAndConflicts } from '~/lib/forms/revalidation';
import { versionField } from '~/lib/forms/version-field';
import { actorContext, type Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { siteMeta } from '~/site/site-meta';
import { wrongFields } from '~/ui/fields/named-error';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { type SectionEntry, WithSectionIndex } from '~/ui/section-index/section-index';
import { keepFormOnNetworkError } from '~/ui/stay-on-network-error';
import { useStickyActionData } from '~/ui/sticky-action-data';
import type { Route } from './+types/association.route';
import { associationForm } from './association-schemas';
import {
  getAssociation,
  removeLogo,
  saveAssociation,
  saveMenu,
  setLogo,
} from './association.server';
import { LogoForm } from './logo-form';
import { MenuForm } from './menu-form';
import { findSavedMenu, listMenuPages, withPageTitles } from './menu-pages.server';
import { menuForm, type MenuInput } from './menu-schemas';
import { NamesForm } from './names-form';

const path = '/administration/association';

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const language = context.get(languageContext);
  try {
    const own = getAssociation(actor);
    const pages = await listMenuPages(actor, language);
    return { own, pages, title: translateIn(language)('association.title') };
  } catch (error) {
    throwErrorResponse(error);
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData ? siteMeta(matches, { title: loaderData.title, path, noIndex: true }) : [];
}

type Answer = {
  intent?: string;
  error?: string;
  preview?: MenuInput;
  /** What someone else has saved of menu and footer, against what was typed. */
  meanwhile?: ReturnType<typeof findSavedMenu>;
} & Partial<FormRefusal>;

export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const sent = await request.formData();
  const intent = sentText(sent, 'intent');
  try {
    if (intent === 'preview-menu' || intent === 'save-menu')
      return await answerMenuForm(actor, sent, context.get(languageContext));
    const refused = intent === 'save' ? await save(actor, sent) : await changeLogo(actor, sent);
    if (refused) return data<Answer>({ intent, ...refused }, { status: 400 });
    return redirectWithNotice(path, { kind: 'success', key: 'success.association-saved' });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'error.not-found') throwErrorResponse(error);
    const values = sentTexts(sent);
    return data<Answer>({ intent, error: error.code, values }, { status: error.status });
  }
}

async function answerMenuForm(actor: Actor, sent: FormData, language: Language) {
  const intent = sentText(sent, 'intent');
  const form = parseForm(menuForm, sent);
  if (!form.ok) return data<Answer>({ intent, ...form }, { status: 400 });
  const { version, menu, footer } = form.data;
  const named = await withPageTitles(actor, { menu, footer });
  const values = sentTexts(sent);
  if (intent === 'preview-menu') return data<Answer>({ intent, preview: named, values });
  try {
    await saveMenu(actor, named, version);
  } catch (error) {
    const isStale = error instanceof AppError && error.code === 'error.changed-meanwhile';
    if (!isStale) throw error;
    const meanwhile = findSavedMenu(actor, named, language);
    return data<Answer>({ intent, error: error.code, values, meanwhile }, { status: error.status });
  }
  return redirectWithNotice(path, { kind: 'success', key: 'success.association-saved' });
}

async function save(actor: Actor, sent: FormData): Promise<FormRefusal | null> {
  const form = parseForm(associationForm, sent);
  if (!form.ok) return form;
  const { intent: _intent, version, ...input } = form.data;
  await saveAssociation(actor, input, version);
  return null;
}

async function changeLogo(actor: Actor, sent: FormData): Promise<null> {
  const version = versionField.safeParse(sentText(sent, 'version'));
  if (!version.success) throw new AppError('error.invalid-input');
  switch (sentText(sent, 'intent')) {
    case 'remove-logo':
      await removeLogo(actor, version.data);
      return null;
    case 'set-logo': {
      const upload = sent.get('upload');
      const bytes = upload instanceof File ? await upload.arrayBuffer() : new ArrayBuffer(0);
      await setLogo(actor, Buffer.from(bytes), version.data);
      return null;
    }
    default:
      throw new AppError('error.invalid-input');
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepFormOnNetworkError(serverAction);
}

export const shouldRevalidate = reloadOwnChangesAndConflicts;

/** Names, addresses, colours and logo of the association. */
export default function Association({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const { own } = loaderData;
  const given: Answer | undefined = actionData;
  const isLogo = given?.intent === 'set-logo' || given?.intent === 'remove-logo';
  const isMenu = given?.intent === 'save-menu' || given?.intent === 'preview-menu';
  const answer = isLogo || isMenu ? undefined : given;
  const sections = useSections(given);
  return (
    <div className={classes.wide}>
      <h1>{t('association.title')}</h1>
      <p>{t('association.intro')}</p>
      {answer?.error && <Message kind="error" text={textOf(answer.error)} answer={answer} />}
      <WithSectionIndex sections={sections}>
        <NamesForm own={own} answer={answer} />
        <LogoForm
          logoDigest={own.logoDigest}
          version={own.version}
          error={isLogo && given.error ? textOf(given.error) : undefined}
        />
        <MenuForm own={own} pages={loaderData.pages} answer={isMenu ? given : undefined} />
      </WithSectionIndex>
    </div>
  );
}

/** The sections of the page, with what was refused in each. */
function useSections(given: Answer | undefined): SectionEntry[] {
  const t = useTranslate();
  const wrong = wrongFields(given?.fieldErrors ?? {});
  const inMenu = wrong.filter((name) => /^(menu|footer)/.test(name)).length;
  const inColours = wrong.filter((name) => name.endsWith('Colour')).length;
  const inLogo = given?.intent === 'set-logo' && given.error ? 1 : 0;
  return [
    { id: 'names', label: t('association.names'), errors: wrong.length - inMenu - inColours },
    { id: 'colours', label: t('association.colours'), errors: inColours },
    { id: 'logo', label: t('association.logo'), errors: inLogo },
    { id: 'menu', label: t('association.menu'), errors: inMenu },
  ];
}
