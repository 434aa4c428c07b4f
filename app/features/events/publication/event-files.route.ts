import { data } from 'react-router';
import { actorContext } from '~/policy/actor';
import { answerFileForm } from '~/features/content/publishing/publishing.server';
import { isUuid } from '~/lib/is-uuid';
import type { Route } from './+types/event-files.route';
import {
  attachToEvent,
  detachFromEvent,
  removeEventCover,
  setEventCover,
} from './event-files.server';

export function loader() {
  return data('error.not-found', { status: 404 });
}

/** Takes and removes the cover and the attachments of an event, then leads back to it. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const { id } = params;
  if (!isUuid(id)) throw data('error.not-found', { status: 404 });
  const actor = context.get(actorContext);
  return answerFileForm(request, `/administration/events/${id}`, {
    setCover: (version, bytes, alt) => setEventCover(actor, { id, version }, { bytes, alt }),
    removeCover: (version) => removeEventCover(actor, { id, version }),
    attach: (version, file) => attachToEvent(actor, { id, version }, file),
    detach: (version, file) => detachFromEvent(actor, { id, version }, file),
  });
}
