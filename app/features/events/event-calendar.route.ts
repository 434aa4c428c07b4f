import { actorContext } from '~/actor';
import { config } from '~/config.server';
import { showErrorPage } from '~/error-response.server';
import { calendarFile } from '~/lib/calendar-file.server';
import type { Route } from './+types/event-calendar.route';
import { calendarAnswer } from './calendar-answer.server';
import { calendarEntryOf, getEvent } from './events.server';

/** One event as a calendar file. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const event = await getEvent(context.get(actorContext), params.slug).catch(showErrorPage);
  const content = calendarFile({
    name: config().association.shortName,
    method: 'PUBLISH',
    entries: [calendarEntryOf(event)],
  });
  return calendarAnswer(request, {
    content,
    name: event.slug,
    isPublic: event.visibility === 'public',
  });
}
