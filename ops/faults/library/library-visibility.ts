/** Whether what belongs to the administration stays hidden from everybody else. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { ask, type LibraryClient } from './library-client.ts';
import { ofAdministration } from './library-ledger.ts';

type Hidden = { id: string; folder: boolean; title: string };
type Answer = { status: number; location: string; text: string };

/** Titles of the administration's things as the rounds make them. */
const anyTitle = new RegExp(`${ofAdministration.word} [a-z]+\\d?-\\d+ \\d`);
/** Pages that ask for several pages at once wait for one another. */
const atOnce = 6;

/**
 * Asks as each of `outsiders` for all that the administration has, by address, in lists and by
 * search.
 * @returns how many answers were other than those about what does not exist
 * @throws when `insider` does not see it either: then the question was wrong
 */
export async function countVisible(
  database: pg.Pool,
  { outsiders, insider }: { outsiders: readonly LibraryClient[]; insider: LibraryClient },
): Promise<number> {
  const { rows: hidden } = await database.query<Hidden>(
    'select id, folder, title from intranet_resources where collection = $1',
    [ofAdministration.collection],
  );
  const { rows: folders } = await database.query<{ id: string }>(
    `select id from intranet_resources where collection = 'userIntranet' and folder`,
  );
  const lists = listsOf(folders.map(({ id }) => id));
  if (hidden.length > 0) await requireSight(insider, hidden);
  let visible = 0;
  for (const outsider of outsiders) {
    visible += await countShown(outsider, hidden);
    const shown = await inTurns(lists, async (path) => tells(await get(outsider, path), hidden));
    visible += shown.filter(Boolean).length;
  }
  return visible;
}

const listsOf = (folders: readonly string[]) => [
  '/intranet.data',
  ...folders.map((id) => `/intranet/${id}.data`),
  '/administration/intranet.data',
  '/intranet/folders/adminIntranet.data',
  '/intranet/unfinished/adminIntranet.data',
  `/search.data?q=${ofAdministration.word}`,
  `/search.data?q=${ofAdministration.word}&kind=library`,
  `/search.data?q=${ofAdministration.word}&collection=adminIntranet`,
];

async function requireSight(insider: LibraryClient, hidden: readonly Hidden[]): Promise<void> {
  const paths = [`/search.data?q=${ofAdministration.word}`, '/administration/intranet.data'];
  for (const path of paths) {
    if (!tells(await get(insider, path), hidden)) throw new Error(`${path} tells nobody anything`);
  }
  const one = hidden.find(({ folder }) => !folder);
  const seen = one ? await get(insider, fileOf(one.id)) : null;
  if (seen && seen.status !== 200) throw new Error('A file is hidden from the administration');
}

const fileOf = (id: string) => `/intranet/documents/${id}/file`;

/** Every address that one of them could have, for all and for something that does not exist. */
async function countShown(client: LibraryClient, hidden: readonly Hidden[]): Promise<number> {
  const addresses = [
    (id: string) => `/intranet/${id}.data`,
    (id: string) => `/administration/intranet/${id}.data`,
    (id: string) => `/intranet/documents/${id}.data`,
    (id: string) => `/intranet/documents/${id}/details.data`,
    (id: string) => `/intranet/deletion.data?ids=${id}`,
    (id: string) => `/intranet/live/adminIntranet/${id}`,
    fileOf,
  ];
  let shown = 0;
  for (const addressOf of addresses) {
    const nothing = randomUUID();
    const absent = without(await get(client, addressOf(nothing)), nothing);
    const answers = await inTurns(hidden, async (one) => {
      const answer = without(await get(client, addressOf(one.id)), one.id);
      const isAlike = answer.status === absent.status && answer.location === absent.location;
      return !isAlike || ![202, 302, 404].includes(answer.status) || tells(answer, hidden);
    });
    shown += answers.filter(Boolean).length;
  }
  return shown;
}

/** What was asked for stands in some answers again. */
const without = ({ status, location, text }: Answer, id: string): Answer => ({
  status,
  location: location.replaceAll(id, ''),
  text: text.replaceAll(id, ''),
});

const tells = ({ text }: Answer, hidden: readonly Hidden[]) =>
  anyTitle.test(text) || hidden.some(({ id, title }) => text.includes(id) || text.includes(title));

async function get(client: LibraryClient, path: string): Promise<Answer> {
  const answer = await ask(client, path, { signal: AbortSignal.timeout(30_000) });
  // Of a stream the beginning says enough, and it has no end.
  const isStream = answer.headers.get('Content-Type')?.startsWith('text/event-stream');
  const text = isStream ? '' : await answer.text();
  if (isStream) await answer.body?.cancel();
  return { status: answer.status, location: answer.headers.get('Location') ?? '', text };
}

/** `work` for each of `list`, a few at once. */
export async function inTurns<T, R>(
  list: readonly T[],
  work: (one: T) => Promise<R>,
): Promise<R[]> {
  const found: R[] = [];
  for (let first = 0; first < list.length; first += atOnce) {
    found.push(...(await Promise.all(list.slice(first, first + atOnce).map(work))));
  }
  return found;
}
