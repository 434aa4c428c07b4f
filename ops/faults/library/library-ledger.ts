/** What several people have been told is done in the library, to be held against what is there. */
import type pg from 'pg';
import type { LibraryClient } from './library-client.ts';

/** One of the two collections, and a word that begins every title in it. */
export type Place = {
  collection: 'userIntranet' | 'adminIntranet';
  address: string;
  word: string;
};
export const membersLibrary: Place = {
  collection: 'userIntranet',
  address: '/intranet',
  word: 'chamber',
};
export const ofAdministration: Place = {
  collection: 'adminIntranet',
  address: '/administration/intranet',
  word: 'registrar',
};

/** A folder, or with a checksum a document; `turn` rises with each renaming. */
export type Item = { turn: number; parent: string | null; checksum: string | null };
/** By keys, which stay the same whatever a thing is called. */
export type Tree = ReadonlyMap<string, Item>;

/** A folder in which one person alone changes anything, one change after the other. */
export type OwnArea = {
  client: LibraryClient;
  place: Place;
  owner: string;
  /** How many things have been made in it. */
  made: number;
  /** As acknowledged. */
  tree: Tree;
  /** As it is if the change was made that nothing was heard of any more. */
  wanted: Tree | null;
};

/** An upload whose bytes are under way. */
export type Transfer = {
  client: LibraryClient;
  path: string;
  bytes: Buffer;
  /** Where one that was cut may not come to nothing. */
  area: OwnArea | null;
};

export type Counts = {
  uploads: number;
  folders: number;
  moves: number;
  renames: number;
  deletions: number;
  refusals: number;
};

export type Ledger = {
  acknowledged: Counts;
  /** Checksums by document. */
  checksums: Map<string, string>;
  /** Ids of what was deleted. */
  gone: Set<string>;
  cut: Transfer[];
  /** Neither done nor refused, though nobody had ended the site. */
  unclear: string[];
  isOver: boolean;
};

export const emptyLedger = (): Ledger => ({
  acknowledged: { uploads: 0, folders: 0, moves: 0, renames: 0, deletions: 0, refusals: 0 },
  checksums: new Map(),
  gone: new Set(),
  cut: [],
  unclear: [],
  isOver: false,
});

export const titleOf = ({ word }: Place, key: string, turn: number) => `${word} ${key} ${turn}`;
export const keyOf = (title: string) => title.split(' ')[1] ?? '';
export const topOf = ({ owner }: OwnArea) => `${owner}-0`;

/** A thing and everything below it. */
export function subtreeOf(tree: Tree, key: string): string[] {
  const found = [key];
  for (const above of found) {
    for (const [one, { parent }] of tree) if (parent === above) found.push(one);
  }
  return found;
}

/** @returns how many things are not as acknowledged; from then on what is there counts */
export async function settle(area: OwnArea, database: pg.Pool): Promise<number> {
  const { tree, doubled } = await readTree(area, database);
  const possible = area.wanted ? [area.tree, area.wanted] : [area.tree];
  const differing = Math.min(...possible.map((one) => countDifferences(one, tree)));
  area.tree = tree;
  area.wanted = null;
  return differing + doubled;
}

async function readTree({ place, owner }: OwnArea, database: pg.Pool) {
  const { rows } = await database.query<{
    title: string;
    above: string | null;
    sha256: string | null;
  }>(
    `select r.title, p.title as above, r.sha256
     from intranet_resources r left join intranet_resources p on p.id = r.parent
     where r.collection = $1 and r.title like $2`,
    [place.collection, `${place.word} ${owner}-%`],
  );
  const tree = new Map<string, Item>();
  for (const { title, above, sha256 } of rows) {
    const item = { turn: Number(title.split(' ')[2]), parent: above && keyOf(above) };
    tree.set(keyOf(title), { ...item, checksum: sha256 });
  }
  return { tree, doubled: rows.length - tree.size };
}

function countDifferences(expected: Tree, actual: Tree): number {
  const keys = new Set([...expected.keys(), ...actual.keys()]);
  return [...keys].filter((key) => {
    const [one, other] = [expected.get(key), actual.get(key)];
    return (
      one?.turn !== other?.turn ||
      one?.parent !== other?.parent ||
      one?.checksum !== other?.checksum
    );
  }).length;
}
