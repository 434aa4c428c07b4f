import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { prepared } from '~/db/prepared.server';
import type { Collection } from '~/lib/collections';
import { authoriseCollection, visibleTo } from '~/features/library/resources/resources.server';

const { documentVersions: versions, intranetResources: resources, intranetVisits: visits } = schema;

/** After this pause a look at the library is another visit: a judgment takes its time to read. */
const pause = sql`interval '2 hours'`;
const maxShown = 500;

/**
 * Notes that the actor is looking. The row is written once a minute at most.
 * @returns when the visit before this one ended; null at the first
 */
export async function noteVisit(actor: Actor, collection: Collection): Promise<Date | null> {
  authoriseCollection(actor, collection);
  if (actor.id === null) return null;
  const known = await lastVisit().execute({ user: actor.id, collection });
  if (known[0] && !known[0].isOld) return known[0].previousAt;
  await db()
    .insert(visits)
    .values({ user: actor.id, collection, lastAt: new Date() })
    .onConflictDoUpdate({
      target: [visits.user, visits.collection],
      set: {
        previousAt: sql`case when ${visits.lastAt} < now() - ${pause} then ${visits.lastAt} else ${visits.previousAt} end`,
        lastAt: sql`now()`,
      },
      setWhere: sql`${visits.lastAt} < now() - interval '1 minute'`,
    });
  const [visit] = await lastVisit().execute({ user: actor.id, collection });
  return visit?.previousAt ?? null;
}

const lastVisit = prepared((database) =>
  database
    .select({
      previousAt: visits.previousAt,
      isOld: sql<boolean>`${visits.lastAt} < now() - interval '1 minute'`,
    })
    .from(visits)
    .where(
      and(
        eq(visits.user, sql.placeholder('user')),
        eq(visits.collection, sql.placeholder('collection')),
      ),
    )
    .prepare('last_visit'),
);

/** Who added the newest file of a document, or created the folder. */
const bringer = sql`case when ${resources.folder} then ${resources.user} else (
  select v.user_id from ${versions} v
  where v.document = ${resources.id} and v.number = ${resources.fileVersion}) end`;

/**
 * What others have added or replaced since, and the folders above it; nothing at the first visit.
 */
export async function findNewThings(
  actor: Actor,
  collection: Collection,
  since: Date | null,
): Promise<string[]> {
  authoriseCollection(actor, collection);
  if (since === null) return [];
  const { rows } = await db().execute<{ id: string }>(sql`
    with recursive fresh (id, parent) as (
      (select ${resources.id}, ${resources.parent} from ${resources}
       where ${eq(resources.collection, collection)} and ${visibleTo(actor)}
         and coalesce(${resources.fileAt}, ${resources.createdAt}) > ${since}
         and ${bringer} is distinct from ${actor.id}
       order by coalesce(${resources.fileAt}, ${resources.createdAt}) desc limit ${maxShown})
      union
      select r.id, r.parent from ${resources} r join fresh on fresh.parent = r.id
    ) select id from fresh`);
  return rows.map(({ id }) => id);
}
