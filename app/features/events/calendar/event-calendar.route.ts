import { actorContext } from '~/policy/actor';
import { answerGone } from '~/features/content/publishing/publishing.server';
import { calendarFile } from './calendar-file.server';
import type { FileAnswer } from '~/answers/file-answer';
import { askedLanguage } from '~/site/page-links';
import type { Route } from './+types/event-calendar.route';
import { calendarAnswer } from './calendar-answer.server';
import { calendarEntryOf, getEvent } from '~/features/events/events.server';
import { association } from '~/platform/association.server';

export const handle = { file: 'loader' } satisfies FileAnswer;

/** One event as a calendar file, in the language that the address names. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const asked = askedLanguage(request);
  const event = await getEvent(actor, params.slug, asked ?? undefined).catch((error: unknown) =>
    answerGone(actor, { kind: 'event', slug: params.slug, below: '/calendar', asked }, error),
  );
  const content = calendarFile({
    name: association().shortName,
    method: 'PUBLISH',
    entries: [calendarEntryOf(event)],
  });
  return calendarAnswer(request, {
    content,
    name: event.slug,
    isPublic: event.visibility === 'public',
  });
}
