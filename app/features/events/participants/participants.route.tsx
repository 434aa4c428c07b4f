import { data } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { inOneLanguage } from '~/features/events/events.server';
import { languageContext } from '~/i18n/language.server';
import { siteMeta } from '~/site/site-meta';
import type { Route } from './+types/participants.route';
import { AttendeeList } from './attendee-list';
import { listAttendees } from './participants.server';

export async function loader({ params, context }: Route.LoaderArgs) {
  const list = await listAttendees(context.get(actorContext), params).catch(throwErrorResponse);
  const { title, language: titleLanguage } = await inOneLanguage(
    list.event,
    context.get(languageContext),
  );
  return data(
    { title, titleLanguage, attendees: list.attendees },
    { headers: { 'Cache-Control': 'no-store' } },
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/events/overview', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export default function Participants({ loaderData }: Route.ComponentProps) {
  return <AttendeeList {...loaderData} />;
}
