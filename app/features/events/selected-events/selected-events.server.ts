import { asc, inArray } from 'drizzle-orm';
import { data } from 'react-router';
import { redirectWithNotice } from '~/answers/notices.server';
import { db, schema } from '~/db/db.server';
import { eventByClock, type EventRecord } from '~/features/events/events.server';
import { takeEventStep, whyNotPossible } from '~/features/events/publication/event-steps.server';
import { parseForm } from '~/lib/forms/form';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import { listedVersions, versionKey } from '~/ui/data-table/listed-version';
import { selectedRows } from '~/ui/data-table/selected-rows';
import {
  type SelectedStep,
  type SelectedStepInput,
  selectedStepSchema,
  type WhyLeft,
} from './selected-steps';

const { events } = schema;

type Named = Pick<EventRecord, 'id' | 'title' | 'language'>;
export type LeftEvent = Named & { why: WhyLeft };
const left = ({ id, title, language }: Named, why: WhyLeft): LeftEvent => ({
  id,
  title,
  language,
  why,
});

/** What stands against a step, or has come between. */
const whyOf: Partial<Record<string, WhyLeft>> = {
  'error.changed-meanwhile': 'changed',
  'error.event.not-possible': 'state',
  'error.event.has-participants': 'participants',
  'error.event.has-registrations': 'registrations',
};

/**
 * The events among those that were ticked: with which the step can be taken, and why not with others.
 * @param keys as `versionKey` makes them
 * @returns `unknown`: how many are no events any more
 */
export async function findSelectedEvents(
  actor: Actor,
  step: SelectedStep,
  keys: readonly string[],
) {
  authorise(actor, 'event.manage');
  const seen = listedVersions(keys);
  const rows = await db()
    .select()
    .from(events)
    .where(inArray(events.id, [...seen.keys()]))
    .orderBy(asc(events.startsAtInstant), asc(events.id));
  const possible: EventRecord[] = [];
  const others: LeftEvent[] = [];
  for (const event of rows.map(eventByClock)) {
    const refusal = await whyNotPossible(db(), event, step);
    if (refusal) others.push(left(event, whyOf[refusal] ?? 'state'));
    else if (seen.get(event.id) !== event.version) others.push(left(event, 'changed'));
    else possible.push(event);
  }
  return { possible, left: others, unknown: new Set(keys).size - rows.length };
}

export type SelectedResult = {
  done: number;
  left: LeftEvent[];
  /** How many are not there any more. */
  unknown: number;
};

/**
 * Publishes or withdraws events or deletes drafts, each by itself as `takeEventStep` does. What is
 * not as it was listed, and what people count on, stays as it is.
 * @param keys as `versionKey` makes them
 */
export async function stepSelectedEvents(
  actor: Actor,
  step: SelectedStepInput,
  keys: readonly string[],
): Promise<SelectedResult> {
  authorise(actor, 'event.manage');
  const { possible, ...others } = await findSelectedEvents(actor, step.intent, keys);
  const result: SelectedResult = { done: 0, ...others };
  for (const event of possible) {
    try {
      await takeEventStep(actor, event.id, { ...step, version: event.version });
      result.done += 1;
    } catch (error) {
      const code = error instanceof AppError ? error.code : '';
      const why = whyOf[code];
      if (why) result.left.push(left(event, why));
      else if (code === 'error.not-found') result.unknown += 1;
      else throw error;
    }
  }
  return result;
}

const stepsOf = {
  'ask-publish': 'publish',
  'ask-withdraw': 'withdraw',
  'ask-delete': 'delete',
  publish: 'publish',
  withdraw: 'withdraw',
  delete: 'delete',
} as const;
const intents = [
  'ask-publish',
  'ask-withdraw',
  'ask-delete',
  'publish',
  'withdraw',
  'delete',
] as const;

/** Names the events that were ticked before anything is done to them, then does it. */
export async function answerSelectedEvents(actor: Actor, request: Request) {
  authorise(actor, 'event.manage');
  const back = `/administration/events${new URL(request.url).search}`;
  const sent = await request.formData();
  const fields = takeStepFields(sent);
  const chosen = selectedRows(sent, intents);
  if (!chosen) return redirectWithNotice(back, { kind: 'error', key: 'error.nothing-selected' });
  const { intent, selected: keys } = chosen;
  const step = stepsOf[intent];
  const form = intent === step ? parseForm(selectedStepSchema, fields) : null;
  if (form?.ok) return { step, result: await stepSelectedEvents(actor, form.data, keys) };
  const { possible, ...others } = await findSelectedEvents(actor, step, keys);
  const asked = possible.map(
    ({ title, language, startsAt, endsAt, visibility, publishAt, ...event }) => ({
      key: versionKey(event),
      title,
      language,
      startsAt,
      endsAt,
      visibility,
      publishAt,
    }),
  );
  const answer = {
    step,
    asked,
    ...(form ? { fieldErrors: form.fieldErrors, values: form.values } : {}),
    result: { done: 0, ...others },
  };
  return form ? data(answer, { status: 400 }) : answer;
}

/** The step of a form and what is said with it, which is taken out of the form. */
function takeStepFields(sent: FormData): FormData {
  const fields = new FormData();
  const intent = sent.get('intent');
  if (typeof intent === 'string') fields.set('intent', intent);
  if (intent !== 'withdraw') return fields;
  for (const reason of sent.getAll('reason')) fields.append('reason', reason);
  sent.delete('reason');
  return fields;
}
