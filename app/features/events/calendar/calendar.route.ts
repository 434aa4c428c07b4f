import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { calendarFile } from './calendar-file.server';
import type { FileAnswer } from '~/answers/file-answer';
import { askedLanguage } from '~/site/page-links';
import type { Route } from './+types/calendar.route';
import { calendarAnswer } from './calendar-answer.server';
import { listCalendarEntries } from '~/features/events/events.server';
import { association } from '~/platform/association.server';

export const handle = { file: 'loader' } satisfies FileAnswer;

/**
 * Every public event, for calendar programs to subscribe to (RFC 5545), in the language that the
 * address names.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const language = askedLanguage(request) ?? undefined;
  const actor = context.get(actorContext);
  const entries = await listCalendarEntries(actor, language).catch(throwErrorResponse);
  const name = association().shortName;
  const content = calendarFile({ name, method: 'PUBLISH', entries });
  return calendarAnswer(request, { content, name: 'calendar', isPublic: true });
}
