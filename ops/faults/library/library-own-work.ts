/** Changes in a folder of one's own, each of which has to be there for ever once acknowledged. */
import type pg from 'pg';
import { changeAt, Refused, sha256 } from './library-client.ts';
import {
  type Item,
  type Ledger,
  type OwnArea,
  subtreeOf,
  titleOf,
  topOf,
  type Tree,
} from './library-ledger.ts';
import { someText, upload } from './library-transfer.ts';

type Work = { area: OwnArea; ledger: Ledger; database: pg.Pool };

const mostThings = 30;
const oneOf = <T>(list: readonly T[]): T | undefined =>
  list[Math.floor(Math.random() * list.length)];
const foldersIn = (tree: Tree) =>
  [...tree].filter(([, { checksum }]) => checksum === null).map(([key]) => key);

/** Makes the folder in which all else happens. */
export async function beginOwn(work: Work): Promise<void> {
  await addFolder(work, null);
}

/** One change. @throws when it was neither done nor refused; a refusal is a fault here */
export async function workInOwn(work: Work): Promise<void> {
  const { tree } = work.area;
  const die = Math.random();
  const things = [...tree.keys()].filter((key) => key !== topOf(work.area));
  const one = oneOf(things);
  const folder = oneOf(foldersIn(tree)) ?? '';
  if (!one || (die < 0.5 && tree.size < mostThings)) {
    await (die < 0.35 ? addDocument(work, folder) : addFolder(work, folder));
  } else if (die < 0.65) await rename(work, one);
  else if (die < 0.85) await move(work, one);
  else await remove(work, one);
}

async function addFolder({ area, ledger, database }: Work, parent: string | null): Promise<void> {
  const { client, place } = area;
  const key = `${area.owner}-${area.made++}`;
  const title = titleOf(place, key, 0);
  const above = parent === null ? '' : `/${(await find({ area, database }, parent)).id}`;
  await attempt(area, withItem(area.tree, key, { turn: 0, parent, checksum: null }), () =>
    changeAt(client, `${place.address}${above}`, { intent: 'create-folder', title }),
  );
  ledger.acknowledged.folders += 1;
}

async function addDocument({ area, ledger, database }: Work, parent: string): Promise<void> {
  const { client, place } = area;
  const key = `${area.owner}-${area.made++}`;
  const bytes = someText(place.word);
  const { id: folder } = await find({ area, database }, parent);
  const wish = { client, place, title: titleOf(place, key, 0), folder, bytes, area };
  const item = { turn: 0, parent, checksum: sha256(bytes) };
  await attempt(area, withItem(area.tree, key, item), () => upload(ledger, wish));
}

async function rename({ area, ledger, database }: Work, key: string): Promise<void> {
  const { client, place, tree } = area;
  const { id, version, item } = await find({ area, database }, key);
  const turn = item.turn + 1;
  const title = titleOf(place, key, turn);
  await attempt(area, withItem(tree, key, { ...item, turn }), () =>
    changeAt(client, place.address, { intent: 'rename', id, version: String(version), title }),
  );
  ledger.acknowledged.renames += 1;
}

async function move({ area, ledger, database }: Work, key: string): Promise<void> {
  const { client, place, tree } = area;
  const below = new Set(subtreeOf(tree, key));
  const parent = oneOf(foldersIn(tree).filter((one) => !below.has(one)));
  if (parent === undefined) return;
  const { id, item } = await find({ area, database }, key);
  const { id: to } = await find({ area, database }, parent);
  await attempt(area, withItem(tree, key, { ...item, parent }), () =>
    changeAt(client, place.address, { intent: 'move', ids: id, to }),
  );
  ledger.acknowledged.moves += 1;
}

/** A folder goes with everything in it. */
async function remove({ area, ledger, database }: Work, key: string): Promise<void> {
  const { client, place, tree } = area;
  const below = subtreeOf(tree, key);
  const ids = await Promise.all(below.map((one) => find({ area, database }, one)));
  const left = new Map([...tree].filter(([one]) => !below.includes(one)));
  await attempt(area, left, () =>
    changeAt(client, place.address, { intent: 'delete', ids: ids[0]?.id ?? '' }),
  );
  for (const { id } of ids) ledger.gone.add(id);
  ledger.acknowledged.deletions += 1;
}

/** Until it is acknowledged, the area may be as it was or as is wanted. */
async function attempt(area: OwnArea, wanted: Tree, step: () => Promise<void>): Promise<void> {
  area.wanted = wanted;
  try {
    await step();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    area.wanted = null;
    throw new Error('Nobody else is here, and a change was refused', { cause: error });
  }
  area.tree = wanted;
  area.wanted = null;
}

const withItem = (tree: Tree, key: string, item: Item): Tree => new Map([...tree, [key, item]]);

async function find({ area, database }: Omit<Work, 'ledger'>, key: string) {
  const item = area.tree.get(key);
  if (!item) throw new Error(`There is no ${key}`);
  const { rows } = await database.query<{ id: string; version: number }>(
    'select id, version from intranet_resources where collection = $1 and title = $2',
    [area.place.collection, titleOf(area.place, key, item.turn)],
  );
  const [row] = rows;
  if (!row) throw new Error(`${key} is not there`);
  return { ...row, item };
}
