/**
 * Changes among things that several people move, rename and delete at once. Who loses a race is
 * refused; what has to hold is that the tree stays a tree and that what is deleted stays so.
 */
import type pg from 'pg';
import { changeAt, type LibraryClient, Refused } from './library-client.ts';
import { type Ledger, type Place, titleOf } from './library-ledger.ts';
import { someText, upload } from './library-transfer.ts';

export type SharedWork = {
  client: LibraryClient;
  email: string;
  /** Whether other people's things may be changed as well. */
  isAdministrator: boolean;
  /** An administrator who does the opposite at the same moment. */
  rival: LibraryClient;
  place: Place;
  ledger: Ledger;
  database: pg.Pool;
};

type Row = { id: string; parent: string | null; folder: boolean; version: number; isOwn: boolean };

const mostThings = 40;
const fewestFolders = 6;
/** So few that names collide. */
const names = 12;
const oneOf = <T>(list: readonly T[]): T | undefined =>
  list[Math.floor(Math.random() * list.length)];

/** One change, done or refused. @throws when it is neither */
export async function workInShared(work: SharedWork): Promise<void> {
  try {
    await changeSomething(work);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    work.ledger.acknowledged.refusals += 1;
  }
}

async function changeSomething(work: SharedWork): Promise<void> {
  const { client, place, ledger } = work;
  const all = await lookAround(work);
  const folders = all.filter(({ folder }) => folder);
  const own = all.filter(({ isOwn }) => isOwn || work.isAdministrator);
  const ownFolders = own.filter((each) => each.folder);
  if (Math.random() < 0.2)
    return cross(work, { one: oneOf(ownFolders), other: oneOf(folders), folders });
  const folder = Math.random() < 0.15 ? undefined : oneOf(folders);
  // Now and then someone else's, which is refused.
  const one = oneOf(Math.random() < 0.95 ? own : all);
  const send = (form: Record<string, string>) => changeAt(client, place.address, form);
  const title = titleOf(place, `shared-${Math.floor(Math.random() * names)}`, 0);
  const die = Math.random();
  if (!one || folders.length < fewestFolders || (die < 0.1 && all.length < mostThings)) {
    const path = folder ? `${place.address}/${folder.id}` : place.address;
    await changeAt(client, path, { intent: 'create-folder', title });
    ledger.acknowledged.folders += 1;
  } else if (die < 0.35 && all.length < mostThings) {
    await upload(ledger, {
      client,
      place,
      title,
      folder: folder?.id ?? '',
      bytes: someText(place.word),
    });
  } else if (die < 0.75) {
    const moved = oneOf(own.filter((each) => each.folder === die < 0.65)) ?? one;
    await send({ intent: 'move', ids: moved.id, to: folder?.id ?? '' });
    ledger.acknowledged.moves += 1;
  } else if (die < 0.88) {
    await send({ intent: 'rename', id: one.id, version: String(one.version), title });
    ledger.acknowledged.renames += 1;
  } else {
    await send({ intent: 'delete', ids: one.id, reason: 'A trial' });
    ledger.gone.add(one.id);
    ledger.acknowledged.deletions += 1;
  }
}

type Crossing = { one: Row | undefined; other: Row | undefined; folders: readonly Row[] };

/**
 * One moves a folder into another one, and someone else that one into the first; deep inside where
 * there is something deep, for there no lock of a row meets another.
 */
async function cross(
  { client, rival, place, ledger }: SharedWork,
  { one, other, folders }: Crossing,
): Promise<void> {
  if (!one || !other || one.id === other.id) return;
  const within = ({ id }: Row) => oneOf(folders.filter(({ parent }) => parent === id))?.id ?? id;
  const answers = await Promise.allSettled([
    changeAt(client, place.address, { intent: 'move', ids: one.id, to: within(other) }),
    changeAt(rival, place.address, { intent: 'move', ids: other.id, to: within(one) }),
  ]);
  for (const answer of answers) {
    if (answer.status === 'fulfilled') ledger.acknowledged.moves += 1;
    else if (!(answer.reason instanceof Refused)) throw answer.reason;
    else ledger.acknowledged.refusals += 1;
  }
}

async function lookAround({ database, place, email }: SharedWork): Promise<Row[]> {
  const { rows } = await database.query<Row>(
    `select r.id, r.parent, r.folder, r.version, coalesce(u.email = $3, false) as "isOwn"
     from intranet_resources r left join users u on u.id = r.user_id
     where r.collection = $1 and r.title like $2`,
    [place.collection, `${place.word} shared-%`, email],
  );
  return rows;
}
