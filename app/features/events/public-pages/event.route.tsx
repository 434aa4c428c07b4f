import { actorContext, isSignedIn } from '~/policy/actor';
import { drawCover } from '~/features/content/covers/covers.server';
import {
  answerGone,
  findCover,
  listAttachments,
} from '~/features/content/publishing/publishing.server';
import { linkCitations } from '~/features/decisions/mentions/mentions.server';
import { findOwnRegistration } from '~/features/events/registrations/registrations.server';
import { languageContext } from '~/i18n/language.server';
import type { CacheableHandle } from '~/answers/page-tags';
import { askedLanguage, pageLinks } from '~/site/page-links';
import { cardOf } from '~/features/content/files/cover-card';
import { siteMeta } from '~/site/site-meta';
import type { Route } from './+types/event.route';
import { EventView } from './event-view';
import { findRegistrationsNow } from './registration-now.server';
import { withHtml } from '~/features/writing/rendered-texts/rendered-texts.server';
import { getEvent } from '~/features/events/events.server';

export const handle = {
  cache: { tags: ['events', 'decisions'], query: ['language'] },
} satisfies CacheableHandle;

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const asked = askedLanguage(request);
  const language = asked ?? context.get(languageContext);
  const event = await getEvent(actor, params.slug, language).catch((error: unknown) =>
    answerGone(actor, { kind: 'event', slug: params.slug, asked }, error),
  );
  const around = {
    cover: (await findCover(actor, event.cover)) ?? drawCover('event', event.id),
    attachments: await listAttachments(actor, event.attachments),
  };
  const nows = await findRegistrationsNow(actor, [event]);
  const linked = await linkCitations(actor, withHtml(event));
  const shown = { event: linked, around, asked, now: nows.get(event.id) };
  if (!isSignedIn(actor) || event.registration !== 'internal') {
    return { ...shown, isMember: isSignedIn(actor), maySeeList: false };
  }
  const own = await findOwnRegistration(actor, { slug: params.slug });
  return {
    ...shown,
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
  const { event, asked } = loaderData;
  const { slug, languages } = event;
  const place = [event.address, event.city, event.country].filter(Boolean).join(', ');
  return siteMeta(matches, {
    title: event.title,
    description: event.summary,
    ...pageLinks(slug, { languages, asked }, 'event-translation'),
    noIndex: event.visibility === 'members',
    picture: cardOf(loaderData.around.cover, event.coverAlt),
    structured: {
      '@type': 'Event',
      name: event.title,
      inLanguage: event.language,
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
  const { asked: _asked, ...shown } = loaderData;
  return <EventView {...shown} />;
}
