import { actorContext, isSignedIn } from '~/actor';
import { findOwnRegistration } from '~/features/registrations/registrations.server';
import { leadOn } from '~/features/redirects/redirects.server';
import type { PageKeeping } from '~/lib/page-keeping';
import { siteMeta } from '~/site-meta';
import type { Route } from './+types/event.route';
import { EventView } from './event-view';
import { getEvent } from './events.server';

export const handle = { keep: { tags: ['events'] } } satisfies PageKeeping;

export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const event = await getEvent(actor, params.slug).catch((error: unknown) =>
    leadOn(actor, `/events/${params.slug}`, error),
  );
  if (!isSignedIn(actor) || event.registration !== 'internal') {
    return { event, isMember: isSignedIn(actor), maySeeList: false };
  }
  const own = await findOwnRegistration(actor, { slug: params.slug });
  return {
    event,
    isMember: true,
    status: own?.registration.status,
    maySeeList: event.attendeeList === 'members' || own?.maySeeList === true,
  };
}

const attendance = {
  'on-site': 'https://schema.org/OfflineEventAttendanceMode',
  online: 'https://schema.org/OnlineEventAttendanceMode',
  hybrid: 'https://schema.org/MixedEventAttendanceMode',
};

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { event } = loaderData;
  const place = [event.address, event.city, event.country].filter(Boolean).join(', ');
  return siteMeta(matches, {
    title: event.title,
    description: event.summary,
    path: `/events/${event.slug}`,
    noIndex: event.visibility === 'members',
    structured: {
      '@type': 'Event',
      name: event.title,
      description: event.summary,
      startDate: new Date(event.startsAtInstant).toISOString(),
      endDate: new Date(event.endsAtInstant).toISOString(),
      eventAttendanceMode: attendance[event.mode],
      eventStatus: `https://schema.org/Event${event.status === 'cancelled' ? 'Cancelled' : 'Scheduled'}`,
      organizer: { '@type': 'Organization', name: event.organiser },
      ...(event.mode === 'online'
        ? {}
        : { location: { '@type': 'Place', name: event.venue ?? event.city, address: place } }),
    },
  });
}

export default function EventPage({ loaderData }: Route.ComponentProps) {
  return <EventView {...loaderData} />;
}
