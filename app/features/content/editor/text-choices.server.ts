import { desc, eq } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import type { Actor } from '~/policy/actor';
import { authorise } from '~/policy/permissions';
import { countryOptions } from '~/lib/format/display-names';
import { formatWallDates } from '~/lib/format/format-date';
import { listTopics } from '~/features/content/articles/articles.server';
import type { PublicationKind } from '~/features/content/publishing/publication-kinds';
import type { Choice } from '~/ui/fields/fields';

const { articles, events } = schema;

/** Of each kind, the newest first. */
const most = 500;

export type TextChoices = {
  countries: Choice[];
  events: Choice[];
  articles: Choice[];
  topics: string[];
};

/**
 * What the editor of a text offers to choose from: countries, for an article the topics of the others,
 * and for news the published events and articles by the last part of their address.
 */
export async function listTextChoices(
  actor: Actor,
  kind: PublicationKind,
  language: string,
): Promise<TextChoices> {
  authorise(actor, 'content.edit');
  const { near, others } = countryOptions(language);
  const countries = [...near, ...others];
  const topics = kind === 'article' ? await listTopics(actor) : [];
  if (kind !== 'news') return { countries, events: [], articles: [], topics };
  const [dated, written] = await Promise.all([
    db()
      .select({
        value: events.slug,
        title: events.title,
        startsAt: events.startsAt,
        endsAt: events.endsAt,
      })
      .from(events)
      .where(eq(events.status, 'published'))
      .orderBy(desc(events.startsAtInstant))
      .limit(most),
    db()
      .select({ value: articles.slug, label: articles.title })
      .from(articles)
      .where(eq(articles.status, 'published'))
      .orderBy(desc(articles.publishAt))
      .limit(most),
  ]);
  return {
    countries,
    topics,
    articles: written,
    events: dated.map(({ value, title, startsAt, endsAt }) => ({
      value,
      label: `${title} (${formatWallDates(startsAt, endsAt, language)})`,
    })),
  };
}
