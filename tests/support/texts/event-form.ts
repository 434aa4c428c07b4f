import { db, schema } from '~/db/db.server';
import { createEvent, getEventForEditing } from '~/features/events/editor/editor.server';
import {
  type EventInput,
  eventLists,
  eventSchema,
  type Step,
  stepSchema,
} from '~/features/events/editor/event-schemas';
import { takeEventStep } from '~/features/events/publication/event-steps.server';
import { parseForm } from '~/lib/forms/form';
import { actorWithRole } from '../people/actors';
import { configure } from '../database/configure';

const admin = actorWithRole('ADMIN');

/** In which events take place: none of them is over. */
export const nextYear = new Date().getFullYear() + 1;

const typed = {
  intent: 'save',
  baseVersion: '0',
  visibility: 'public',
  title: 'A seminar in Vienna',
  summary: 'What it is about.',
  type: 'seminar',
  startsAt: `${nextYear}-03-04T09:00`,
  endsAt: `${nextYear}-03-04T17:00`,
  zone: 'Europe/Vienna',
  mode: 'hybrid',
  city: 'Vienna',
  country: 'AT',
  joinUrl: 'https://join.example/room',
  organiser: 'The association',
  contact: 'events@association.example',
  partners: JSON.stringify([{ words: 'One' }, { words: 'Two' }]),
  registration: 'internal',
  closesAt: `${nextYear}-02-20T18:00`,
  capacityOnSite: '20',
  waitingList: 'on',
  attendeeList: 'participants',
  body: 'A text.',
  sessions: JSON.stringify([
    {
      id: 'opening',
      startsAt: `${nextYear}-03-04T09:00`,
      endsAt: `${nextYear}-03-04T10:00`,
      title: 'Opening',
      room: 'Hall',
      speakers: 'A\nB',
    },
  ]),
  questions: JSON.stringify([
    { id: 'meal', label: 'Meal?', kind: 'choice', options: 'Fish\nNone', required: 'on' },
  ]),
  documents: JSON.stringify([{ label: 'Paper', url: '/files/paper' }]),
};

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.append('workingLanguages', 'en');
  form.append('workingLanguages', 'fr');
  return form;
}

/** Reads the form of an event, filled in but for what differs. */
export const readEvent = (fields: Record<string, string> = {}) =>
  parseForm(eventSchema, formOf({ ...typed, ...fields }), eventLists);

/** What the form gives when nothing is wrong. */
export function inputOf(fields: Record<string, string> = {}): EventInput {
  const form = readEvent(fields);
  if (!form.ok) throw new Error(JSON.stringify(form.fieldErrors));
  return form.data;
}

/** A draft made by an administrator. */
export async function makeDraft(fields: Record<string, string> = {}) {
  const saved = await createEvent(admin, inputOf(fields));
  if (!saved.ok) throw new Error(JSON.stringify(saved.fieldErrors));
  return getEventForEditing(admin, saved.id);
}

/** Takes a step with the version that is there now. */
export async function step(
  id: string,
  given: Record<string, string | string[]> & { intent: Step['intent'] },
) {
  const { version } = await getEventForEditing(admin, id);
  await takeEventStep(admin, id, stepSchema.parse({ version, ...given }));
  return getEventForEditing(admin, id);
}

/** A site in three languages without any event, mail or address that leads on. */
export async function startInThreeLanguages(): Promise<void> {
  configure({ LANGUAGES: 'en,fr,de' });
  for (const table of [schema.mails, schema.events, schema.redirects, schema.pendingChanges]) {
    await db().delete(table);
  }
}
