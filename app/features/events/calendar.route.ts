import { actorContext } from '~/actor';
import { config } from '~/config.server';
import { showErrorPage } from '~/error-response.server';
import { calendarFile } from '~/lib/calendar-file.server';
import type { FileAnswer } from '~/lib/file-answer';
import { askedLanguage } from '~/lib/page-links';
import type { Route } from './+types/calendar.route';
import { calendarAnswer } from './calendar-answer.server';
import { listCalendarEntries } from './events.server';

export const handle = { file: 'loader' } satisfies FileAnswer;

/**
 * Every public event, for calendar programs to subscribe to (RFC 5545), in the language that the
 * address names.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const language = askedLanguage(request) ?? undefined;
  const actor = context.get(actorContext);
  const entries = await listCalendarEntries(actor, language).catch(showErrorPage);
  const name = config().association.shortName;
  const content = calendarFile({ name, method: 'PUBLISH', entries });
  return calendarAnswer(request, { content, name: 'calendar', isPublic: true });
}
