import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '~/actor';
import { type Database, schema } from '~/db/db.server';
import { prepared } from '~/db/prepared.server';
import { authoriseCollection, readableCollections } from '~/features/resources/resources.server';
import type { Collection } from '~/lib/collections';
import { RecentMemory } from '~/lib/recent-memory';

const { intranetResources: resources, users } = schema;

type Resource = typeof resources.$inferSelect;

/** What a list shows of a resource. */
export type Entry = Pick<
  Resource,
  'id' | 'folder' | 'title' | 'metadata' | 'bytes' | 'mediaType' | 'textState' | 'user' | 'version'
> & {
  extension: Resource['storageExtension'];
  /** ISO 8601. */
  changedAt: string;
  userName: string | null;
};

const userName = sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`;
const facts = sql`json_build_array(${resources.id}, ${resources.folder}, ${resources.title},
  ${resources.metadata}, ${resources.bytes}, ${resources.mediaType}, ${resources.textState},
  ${resources.user}, ${resources.version}, ${resources.storageExtension},
  coalesce(${resources.fileAt}, ${resources.updatedAt}), ${userName})`;

/**
 * The entries of a place in one text, unless the asking side knows them in their state: that names
 * all they say, since it changes with every row that is written again (`xmin`) and every name.
 */
function entriesWhere(database: Database, place: SQL) {
  const listed = and(
    place,
    eq(resources.collection, sql.placeholder('collection')),
    sql`${resources.collection} = any(${sql.placeholder('readable')})`,
    isNull(resources.trashedAt),
  );
  const each = sql`concat_ws(' ', ${resources.id}, ${resources}.xmin, ${userName})`;
  const state = database
    .select({
      name: sql<string | null>`encode(sha256(convert_to(
        string_agg(${each}, e'\\n' order by ${resources.id}), 'UTF8')), 'base64')`.as('state_name'),
    })
    .from(resources)
    .leftJoin(users, eq(users.id, resources.user))
    .where(listed)
    .as('state_of_entries');
  const entries = database
    .select({ texts: sql<string | null>`json_agg(${facts})::text`.as('texts') })
    .from(resources)
    .leftJoin(users, eq(users.id, resources.user))
    .where(and(listed, sql`${state.name} is distinct from ${sql.placeholder('known')}`))
    .as('entries');
  return database
    .select({ state: state.name, texts: entries.texts })
    .from(state)
    .crossJoinLateral(entries);
}

const entriesOfFolder = prepared((database) =>
  entriesWhere(database, eq(resources.parent, sql.placeholder('folder'))).prepare(
    'entries_of_folder',
  ),
);
const entriesOfTop = prepared((database) =>
  entriesWhere(database, isNull(resources.parent)).prepare('entries_of_top'),
);

/** The entries of a place in a state, whoever reads them; `length` in characters. */
type KnownEntries = { state: string; entries: readonly Entry[]; length: number };

/** The query says each time in which state they are and whether they may be read. */
const known = new RecentMemory<KnownEntries>(2_000_000);

/** What lies in a folder (null: at the top level), unsorted. */
export async function listEntries(
  actor: Actor,
  collection: Collection,
  folder: string | null,
): Promise<readonly Entry[]> {
  authoriseCollection(actor, collection);
  const place = `${collection} ${folder ?? ''}`;
  const before = known.find(place);
  const wanted = {
    collection,
    readable: readableCollections(actor),
    known: before?.state ?? null,
  };
  const [found] = folder
    ? await entriesOfFolder().execute({ ...wanted, folder })
    : await entriesOfTop().execute(wanted);
  if (!found || found.state === null) return [];
  const { state, texts } = found;
  if (before?.state === state) return before.entries;
  const entries = readEntries(texts ?? '[]');
  return known.keep(place, { state, entries, length: texts?.length ?? 0 }).entries;
}

type Facts = [
  id: string,
  folder: boolean,
  title: string,
  metadata: Entry['metadata'],
  bytes: number | null,
  mediaType: string | null,
  textState: Entry['textState'],
  user: string | null,
  version: number,
  extension: string | null,
  changedAt: string,
  userName: string | null,
];

function readEntries(texts: string): Entry[] {
  const all: Facts[] = JSON.parse(texts);
  return all.map((row) => {
    const [id, folder, title, metadata, bytes, mediaType, textState, user, version, ...more] = row;
    const [extension, changed, name] = more;
    const changedAt = new Date(changed).toISOString();
    return {
      id,
      folder,
      title,
      metadata,
      bytes,
      mediaType,
      textState,
      user,
      version,
      extension,
      changedAt,
      userName: name,
    };
  });
}
