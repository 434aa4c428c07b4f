import { countListedDecisions } from '~/features/decisions/browse/browse.server';
import { countHeadlines } from '~/features/content/news/news.server';
import { countHeldEvents } from '~/features/events/events.server';
import { countCountriesOfMembers } from '~/features/membership/membership.server';
import type { Actor } from '~/policy/actor';

/** What a figure counts. */
export type FigureName = 'countries' | 'decisions' | 'decision-countries' | 'texts' | 'events';

export type Figure = { name: FigureName; count: number; to: string };

/**
 * The association in figures, counted from what the actor may read anyway; no figure is about a
 * person. What there is nothing of is left out.
 */
export async function countFigures(actor: Actor): Promise<Figure[]> {
  const [countries, decisions, texts, events] = await Promise.all([
    countCountriesOfMembers(actor),
    countListedDecisions(actor),
    countHeadlines(actor),
    countHeldEvents(actor),
  ]);
  const figures: Figure[] = [
    { name: 'countries', count: countries, to: '/about' },
    { name: 'decisions', count: decisions.decisions, to: '/decisions' },
    { name: 'decision-countries', count: decisions.countries, to: '/decisions' },
    { name: 'texts', count: texts, to: '/news' },
    { name: 'events', count: events, to: '/events/overview' },
  ];
  return figures.filter(({ count }) => count > 0);
}
