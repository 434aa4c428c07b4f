import { data, Link } from 'react-router';
import { SavedMeanwhile } from '~/features/content/versions/saved-meanwhile';
import { type Actor, actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError, errorStatus } from '~/policy/errors';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { type FormRefusal, parseForm, sentText, sentTexts } from '~/lib/forms/form';
import { newId } from '~/lib/new-id';
import { redirectWithNotice } from '~/answers/notices.server';
import { authorise, can } from '~/policy/permissions';
import { refusedFormContext } from '~/policy/request-context';
import { siteMeta } from '~/site/site-meta';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { keepFormOnNetworkError } from '~/ui/stay-on-network-error';
import { useStickyActionData } from '~/ui/sticky-action-data';
import type { Route } from './+types/newsletter-edit.route';
import { useAsOpened } from './as-opened';
import { LeftOut } from './left-out';
import { Composition, newsletterFieldLabels } from './composition';
import { findSavedMeanwhile, type SavedNewsletter } from './newsletter-differences.server';
import { NewsletterSteps } from '~/features/newsletters/delivery/newsletter-steps';
import {
  againForm,
  newsletterDraftPlace,
  newsletterForm,
  stepForm,
} from '~/features/newsletters/newsletter-schemas';
import { findDraft } from '~/features/writing/drafts/drafts.server';
import { SendingState } from '~/features/newsletters/delivery/sending-state';
import {
  getNewsletter,
  getProgress,
  listDeliveries,
  listNewsletterChoices,
  saveNewsletter,
  sendAgain,
  takeNewsletterStep,
} from '~/features/newsletters/newsletters.server';

const list = '/administration/newsletters';
const newPath = 'new';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const reader = context.get(languageContext);
  const t = translateIn(reader);
  const isNew = params.id === newPath;
  const newsletter = isNew ? null : await findOpened(actor, params.id, context);
  const place = newsletterDraftPlace(isNew ? null : params.id);
  if (!newsletter) {
    const blank = { language: reader, items: [] };
    const { choices } = await listNewsletterChoices(actor, blank).catch(throwErrorResponse);
    return {
      newsletter: null,
      newId: newId(),
      place,
      draft: await findDraft(actor, place),
      choices,
      leftOut: [],
      progress: null,
      deliveries: [],
      page: 1,
      title: t('newsletters.new'),
    };
  }
  const isDraft = newsletter.status === 'draft';
  // What was typed too late is shown to be copied, with what was chosen.
  const mayChoose = isDraft || context.get(refusedFormContext);
  const wanted = Number(new URL(request.url).searchParams.get('page') ?? 1);
  const page = Number.isSafeInteger(wanted) && wanted > 0 && wanted < 10_000 ? wanted : 1;
  const { html: _html, text: _text, ...shown } = newsletter;
  const offered = mayChoose ? await listNewsletterChoices(actor, newsletter) : null;
  return {
    newsletter: { ...shown, items: offered?.chosen ?? newsletter.items },
    newId: null,
    place,
    draft: await findDraft(actor, place),
    choices: offered?.choices ?? null,
    leftOut: isDraft && offered ? offered.leftOut : [],
    progress: isDraft ? null : await getProgress(actor, newsletter.id),
    deliveries: isDraft ? [] : await listDeliveries(actor, newsletter.id, page),
    page,
    title: newsletter.subject,
  };
}

/** Null for what was typed on a draft that is deleted, which the page of its refusal has. */
async function findOpened(actor: Actor, id: string, context: Route.LoaderArgs['context']) {
  return getNewsletter(actor, id).catch((error: unknown) => {
    if (context.get(refusedFormContext) && isNotFound(error)) return null;
    return throwErrorResponse(error);
  });
}

const isNotFound = (error: unknown) =>
  error instanceof AppError && error.code === 'error.not-found';

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: list, noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

const itemsOf = (form: FormData) =>
  form
    .getAll('item')
    .filter((item) => typeof item === 'string')
    .join(',');

type Answer = {
  error?: string;
  /** What someone else has saved meanwhile, where a save came too late. */
  saved?: SavedNewsletter;
  /** Where the draft is deleted: the id of the new one that what was typed can become. */
  newId?: string;
} & Partial<FormRefusal>;

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const sent = await request.formData();
  const id = params.id === newPath ? null : params.id;
  const intent = sentText(sent, 'intent');
  try {
    if (id && intent === 'again') {
      const form = parseForm(againForm, sent);
      if (!form.ok) throw new AppError('error.invalid-input');
      await sendAgain(actor, id, form.data.delivery);
      return redirectWithNotice(`${list}/${id}`, {
        kind: 'success',
        key: 'success.newsletter.again',
      });
    }
    if (id && intent) {
      const form = parseForm(stepForm, sent);
      if (!form.ok) throw new AppError('error.invalid-input');
      await takeNewsletterStep(actor, id, form.data);
      const path = form.data.intent === 'delete' ? list : `${list}/${id}`;
      return redirectWithNotice(path, {
        kind: 'success',
        key: `success.newsletter.${form.data.intent}`,
      });
    }
    const answer = await save(actor, id, sent);
    if (!(answer instanceof Response)) context.set(refusedFormContext, true);
    return answer;
  } catch (error) {
    // Where a draft is deleted, what is typed beside the form of its step stays, to be saved anew.
    if (id && can(actor, 'newsletter.manage') && isNotFound(error)) return gone({});
    if (!(error instanceof AppError) || isNotFound(error)) return throwErrorResponse(error);
    // The form of a step has none of the fields of a draft.
    return data<Answer>({ error: error.code }, { status: error.status });
  }
}

const gone = (answer: Pick<Answer, 'values'>) =>
  data<Answer>(
    { error: 'error.newsletter.gone', newId: newId(), ...answer },
    { status: errorStatus['error.newsletter.gone'] },
  );

async function save(actor: Actor, id: string | null, sent: FormData) {
  authorise(actor, 'newsletter.manage');
  const values = { ...sentTexts(sent), item: itemsOf(sent) };
  const form = parseForm(newsletterForm, sent, ['item']);
  // The form of a draft that is deleted has the id of a new one.
  const anew = id === null ? undefined : sentTexts(sent)['id'];
  const place = anew ? { newId: anew } : {};
  if (!form.ok) return data<Answer>({ ...form, values, ...place }, { status: 400 });
  try {
    const written = { ...form.data, writtenFor: id };
    const saved = await saveNewsletter(actor, anew ? null : id, written);
    const key = 'success.newsletter.saved';
    return redirectWithNotice(`${list}/${saved}`, { kind: 'success', key });
  } catch (error) {
    if (isNotFound(error)) return gone({ values });
    if (!(error instanceof AppError)) throw error;
    const isLate = id !== null && !anew && error.code === 'error.changed-meanwhile';
    const saved = isLate ? await findSavedMeanwhile(actor, id, form.data) : undefined;
    if (saved === null) return gone({ values });
    const answer = { error: error.code, values, ...place, ...(saved && { saved }) };
    return data<Answer>(answer, { status: error.status });
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepFormOnNetworkError(serverAction);
}

/** A newsletter: composed while it is a draft, watched and steered afterwards. */
export default function NewsletterEdit({ loaderData, ...route }: Route.ComponentProps) {
  const actionData: Answer | undefined = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const opened = useAsOpened(loaderData, actionData);
  const { newsletter, choices, progress, deliveries, page } = opened;
  const isDraft = !newsletter || newsletter.status === 'draft';
  const saved = actionData?.saved;
  const isGone = actionData?.newId !== undefined;
  return (
    <div className={classes.wide}>
      <p>
        <Link to={list}>{t('newsletters.title')}</Link>
      </p>
      <h1>{opened.title}</h1>
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      {saved && (
        <SavedMeanwhile
          changes={saved.changes}
          labels={newsletterFieldLabels}
          {...(!saved.isDraft && { heading: t('newsletter.no-draft-now-heading') })}
          text={t(saved.isDraft ? 'content.saved-elsewhere-text' : 'newsletter.no-draft-now')}
        />
      )}
      <LeftOut items={opened.leftOut} />
      {newsletter && !isGone && <NewsletterSteps newsletter={newsletter} />}
      {(isDraft || saved) && (
        <Composition
          key={newsletter ? `${newsletter.id} ${newsletter.version}` : opened.newId}
          place={opened.place}
          draft={opened.draft}
          newsletter={newsletter}
          saved={saved}
          newId={actionData?.newId ?? opened.newId}
          isGone={isGone}
          choices={choices}
          fieldErrors={actionData?.fieldErrors}
          values={actionData?.values}
        />
      )}
      {newsletter && progress && (
        <SendingState
          id={newsletter.id}
          hasBegun={newsletter.status !== 'scheduled'}
          progress={progress}
          deliveries={deliveries}
          page={page}
        />
      )}
    </div>
  );
}
