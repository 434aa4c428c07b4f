import { data, Link } from 'react-router';
import { type Actor, actorContext } from '~/policy/actor';
import { config } from '~/config/config.server';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { findDraft } from '~/features/writing/drafts/drafts.server';
import { FilePanels, PreviewPanel, TranslationPanel } from '~/features/content/files/file-panels';
import type { EventRecord } from '~/features/events/events.server';
import {
  contentLanguages,
  diffFields,
  findCover,
  listAttachments,
  listPreviewLinks,
  makePreviewLink,
  previewSchema,
  revokePreviewLink,
  revokePreviewSchema,
} from '~/features/content/publishing/publishing.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { notifiedOf } from '~/features/events/participants/mail-notice';
import { translateIn } from '~/i18n/translations.server';
import { parseForm, sentTexts } from '~/lib/forms/form';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { publicPath } from '~/lib/addresses/public-path';
import { isUuid } from '~/lib/is-uuid';
import { newId } from '~/lib/new-id';
import { reloadOwnChanges } from '~/lib/forms/revalidation';
import { type Notice, redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import { authorise } from '~/policy/permissions';
import { WithSectionIndex } from '~/ui/section-index/section-index';
import { useStickyActionData } from '~/ui/sticky-action-data';
import { keepFormOnNetworkError } from '~/ui/stay-on-network-error';
import type { Route } from './+types/event-edit.route';
import {
  createEvent,
  eventDraftPlace,
  getEventForEditing,
  listEventTranslations,
  saveEvent,
} from './editor.server';
import classes from './editor.module.css';
import { type EventAnswer, EventForm, useEventSections } from './event-form';
import { eventOptions } from './event-options.server';
import { type EventInput, eventLists, eventSchema } from './event-schemas';
import { countParticipants, takeEventStep } from '~/features/events/publication/event-steps.server';
import { answerCopyForm } from '~/features/events/publication/copy-event.server';
import { CopyEvent } from '~/features/events/publication/copy-event';
import { readStep } from '~/features/events/publication/event-step-form.server';
import { stepsFrom } from '~/features/events/publication/event-step-rules';
import { EventSteps, StepSummary } from '~/features/events/publication/event-steps';
import { findEventProblems } from '~/features/events/publication/event-problems.server';
import { repeatedTimes } from '~/features/events/publication/event-times.server';
import { type EventValues, newEventValues, valuesOf } from './event-content';
import { comparableEvent } from '~/features/events/publication/event-versions.server';
import { association } from '~/platform/association.server';
import { StatusPill } from '~/ui/status-pill';
import { publicationTones } from '~/features/content/publishing/publication-kinds';

const list = '/administration/events';
const newPath = 'new';

export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const language = context.get(languageContext);
  const t = translateIn(language);
  const spoken = await contentLanguages(actor).catch(throwErrorResponse);
  const options = { ...eventOptions(language), spoken };
  if (params.id === newPath) {
    authorise(actor, 'event.manage');
    const { languages } = config();
    const { shortName: organiser, email: contact } = association();
    const values = newEventValues({ organiser, contact, language: languages.default });
    const place = eventDraftPlace(null);
    const draft = await findDraft(actor, place);
    const title = t('event-editor.new');
    return { title, options, values, place, draft, event: null, newId: newId() };
  }
  if (!isUuid(params.id)) throw data('error.not-found', { status: 404 });
  const event = await getEventForEditing(actor, params.id).catch(throwErrorResponse);
  const place = eventDraftPlace(event.id);
  return {
    title: event.title,
    options,
    values: withMoving(valuesOf(event)),
    place,
    draft: await findDraft(actor, place),
    newId: null,
    event: {
      id: event.id,
      slug: event.slug,
      status: event.status,
      visibility: event.visibility,
      address: config().server.origin + publicPath('event-translation', event.slug),
      version: event.version,
      body: event.body,
      publishAt: event.publishAt,
      hasRegistrations: event.registration === 'internal',
      steps: stepsFrom(event.status),
      hasSessions: event.sessions.length > 0,
      repeated: repeatedTimes(event),
      previews: await listPreviewLinks(actor, { kind: 'event', id: event.id }),
      ...(await countParticipants(actor, event.id)),
      isOver: event.endsAtInstant < new Date(),
      copyId: newId(),
      withdrawnReason: event.status === 'archived' ? event.withdrawnReason : null,
      cover: await findCover(actor, event.cover),
      coverAlt: event.coverAlt,
      attachments: await listAttachments(actor, event.attachments),
      translations: await listEventTranslations(actor, event.id),
    },
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: list, noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const sent = await request.formData();
  if (params.id !== newPath && !isUuid(params.id)) throw data('error.not-found', { status: 404 });
  const intent = sent.get('intent');
  if (intent === 'preview' || intent === 'revoke-preview') {
    return changePreviews(actor, params.id, sent);
  }
  if (intent === 'copy') return answerCopyForm(actor, params.id, sent).catch(refuseStep);
  if (intent !== 'save') return takeStep(actor, params.id, sent);
  const values = sentTexts(sent, eventLists);
  const id = params.id === newPath ? values['id'] : params.id;
  const problems = await findEventProblems(actor, id, values).catch(throwErrorResponse);
  const form = parseForm(eventSchema, sent, eventLists);
  if (!form.ok) {
    const fieldErrors = { ...problems, ...form.fieldErrors };
    return data<EventAnswer>({ fieldErrors, values: form.values }, { status: 400 });
  }
  const refuse = (fieldErrors: Record<string, string>) =>
    data<EventAnswer>({ fieldErrors, values }, { status: 400 });
  if (Object.keys(problems).length > 0) return refuse(problems);
  try {
    const saved =
      params.id === newPath
        ? await createEvent(actor, form.data)
        : await saveEvent(actor, params.id, form.data);
    if (!saved.ok) return refuse(saved.fieldErrors);
    return redirectWithNotice(`${list}/${saved.id}`, savedNotice(saved));
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') throwErrorResponse(error);
    // Taken since it was looked at.
    if (error.code === 'error.event.slug-taken') return refuse({ slug: error.code });
    const isLate = error.code === 'error.changed-meanwhile';
    const now = isLate ? await getEventForEditing(actor, params.id) : null;
    return data<EventAnswer>(
      {
        error: error.code,
        values,
        ...(now ? { saved: { version: now.version, changes: changesIn(now, form.data) } } : {}),
      },
      { status: error.status },
    );
  }
}

/** Sessions go with their event, until the editor wants it otherwise. */
const withMoving = (values: EventValues): EventValues => ({ ...values, moveSessions: 'on' });

/** What was saved, and what was moved with the event. */
function savedNotice(saved: {
  moved?: number;
  areDatesMoved?: boolean;
  endedConsents?: number;
}): Notice {
  const { moved = 0, areDatesMoved = false, endedConsents = 0 } = saved;
  const success = { kind: 'success' } as const;
  if (endedConsents > 0) {
    return { ...success, key: 'event-editor.saved-consents', count: endedConsents };
  }
  if (moved === 0 && !areDatesMoved) return { ...success, key: 'success.event-saved' };
  if (moved === 0) return { ...success, key: 'success.event-saved-dates' };
  const key = areDatesMoved ? 'event-editor.saved-moved-dates' : 'event-editor.saved-moved';
  return { ...success, key, count: moved };
}

/** What is saved now, against what was typed on an older version. */
function changesIn(saved: EventRecord, typed: EventInput) {
  return diffFields(comparableEvent(saved), comparableEvent({ ...saved, ...typed }));
}

/** Makes a private link to the page as it would be, which is shown once, or takes one back. */
async function changePreviews(actor: Actor, id: string, sent: FormData) {
  const place = { kind: 'event' as const, id };
  const wanted = parseForm(previewSchema, sent);
  const revoked = parseForm(revokePreviewSchema, sent);
  if (wanted.ok) {
    const path = await makePreviewLink(actor, place, wanted.data.days).catch(throwErrorResponse);
    return data<EventAnswer>({ previewAddress: config().server.origin + path });
  }
  if (!revoked.ok) return data<EventAnswer>({ error: 'error.invalid-input' }, { status: 400 });
  await revokePreviewLink(actor, place, revoked.data.link).catch(throwErrorResponse);
  return redirectWithNotice(`${list}/${id}`, {
    kind: 'success',
    key: 'success.content-revoke-preview',
  });
}

/** What cannot be done is said on the page of the event, if there is one. */
function refuseStep(error: unknown) {
  if (!(error instanceof AppError) || error.code === 'error.not-found') throwErrorResponse(error);
  return data<EventAnswer>({ error: error.code }, { status: error.status });
}

async function takeStep(actor: Actor, id: string, sent: FormData) {
  const form = readStep(sent);
  if (!form.ok) return data<EventAnswer>(form.answer, { status: 400 });
  let status: Awaited<ReturnType<typeof takeEventStep>>;
  try {
    status = await takeEventStep(actor, id, form.step);
  } catch (error) {
    return refuseStep(error);
  }
  const { intent } = form.step;
  const isGone = intent === 'delete';
  const isStillCancelled = intent === 'restore' && status === 'cancelled';
  return redirectWithNotice(isGone ? list : `${list}/${id}`, {
    kind: 'success',
    key: `success.event-${intent}${isStillCancelled ? '-cancelled' : ''}`,
  });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepFormOnNetworkError(serverAction);
}

export const shouldRevalidate = reloadOwnChanges;

export default function EventEdit({ loaderData, actionData }: Route.ComponentProps) {
  const answer: EventAnswer | undefined = useStickyActionData(actionData);
  const t = useTranslate();
  const { event, values, options, title } = loaderData;
  const sections = useEventSections(event !== null, answer);
  return (
    <div className={classes.page}>
      <h1>{title}</h1>
      <StepSummary refused={answer?.step} />
      {event && <EventState event={event} />}
      {event?.repeated.map((name) => (
        <p key={name}>{t('event-editor.time-twice', { time: values[name] ?? '' })}</p>
      ))}
      <WithSectionIndex sections={sections}>
        <EventForm
          key={`${event?.id} ${event?.version}`}
          place={loaderData.place}
          draft={loaderData.draft}
          values={values}
          body={event?.body}
          version={event?.version ?? 0}
          newId={loaderData.newId}
          cover={event?.cover ?? null}
          notified={event && notifiedOf(event)}
          hasSessions={event?.hasSessions ?? false}
          options={options}
          answer={answer}
        />
        {event && <EventSteps title={title} {...event} refused={answer?.step} />}
        {event && <CopyEvent key={event.id} newId={event.copyId} />}
        {event && (
          <div className={classes.panels}>
            <FilePanels
              action={`${list}/${event.id}/files`}
              row={event}
              cover={event.cover}
              alt={event.coverAlt}
              asksAlt
              attachments={event.attachments}
            />
            <PreviewPanel links={event.previews} address={answer?.previewAddress ?? null} />
            <TranslationPanel
              kind="event-translation"
              id={event.id}
              translations={event.translations}
            />
          </div>
        )}
      </WithSectionIndex>
    </div>
  );
}

type EventStateProps = { event: NonNullable<Route.ComponentProps['loaderData']['event']> };

function EventState({ event }: EventStateProps) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <p className={classes.state}>
      <StatusPill tone={publicationTones[event.status]}>
        {t(`event-editor.status.${event.status}`)}
      </StatusPill>
      {event.publishAt && (
        <span>
          {t('event-editor.publishes', {
            time: formatInstant(event.publishAt, language, siteZone),
          })}
        </span>
      )}
      {event.withdrawnReason && (
        <span>{t('content.withdrawn-because', { reason: event.withdrawnReason })}</span>
      )}
      <Link to={`${list}/${event.id}/versions`}>{t('content.versions')}</Link>
      {(event.status === 'published' || event.status === 'cancelled') && (
        <Link to={`/events/${event.slug}`}>{t('event-editor.see')}</Link>
      )}
      {event.hasRegistrations && (
        <Link to={`${list}/${event.id}/registrations`}>
          {t('event-editor.registrations', { count: event.registered })}
        </Link>
      )}
    </p>
  );
}
