import fc from 'fast-check';
import { isNotNull, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Actor, MemberRole, SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { AppError } from '~/policy/errors';
import { checkFiles } from '~/features/operations/file-check/file-check.server';
import { restoreVersion } from '~/features/library/documents/versions.server';
import { fileStore } from '~/platform/files/file-store.server';
import { configure } from '../../../../tests/support/database/configure';
import {
  describeOnBothStores,
  idsOfUploads,
  storedKeys,
} from '../../../../tests/support/files/file-stores';
import { runFileJobs } from '../../../../tests/support/database/run-jobs';
import { upload } from '../../../../tests/support/files/tus-client';
import { deleteResources } from '~/features/library/trash/deletion.server';
import {
  createFolder,
  getFolder,
  moveResources,
  renameResource,
} from '~/features/library/intranet/intranet.server';
import { removeFromTrash, restoreFromTrash } from '~/features/library/trash/trash.server';
import type { Collection } from '~/lib/collections';

const {
  documentVersions: versions,
  intranetResources: resources,
  intranetUploads: uploads,
} = schema;
type Person = SignedInActor;
type Row = typeof resources.$inferSelect;

let actors: Person[];

beforeAll(async () => {
  const roles: MemberRole[] = ['USER', 'USER', 'ADMIN'];
  actors = await Promise.all(
    roles.map(async (role) => {
      const { id, email, firstName, lastName } = await makeUser(db(), { role });
      return { id, role, email, firstName, lastName };
    }),
  );
});

const kinds = [
  'delete',
  'folder',
  'move',
  'remove',
  'rename',
  'replace',
  'restore',
  'take-back',
  'upload',
] as const;

const step = fc.record({
  who: fc.nat({ max: 2 }),
  what: fc.constantFrom(...kinds, 'folder' as const, 'upload' as const, 'upload' as const),
  collection: fc.constantFrom<Collection[]>('userIntranet', 'userIntranet', 'adminIntranet'),
  a: fc.nat({ max: 40 }),
  b: fc.nat({ max: 40 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Anything there is, and what there is not: another collection's folder, an unknown id. */
async function pick(place: number, inTrash = false): Promise<Row | null> {
  const all = await db()
    .select()
    .from(resources)
    .where(inTrash ? isNotNull(resources.trashedAt) : undefined)
    .orderBy(resources.createdAt, resources.id);
  return place === 0 ? null : (all[place % (inTrash ? all.length : all.length + 1)] ?? null);
}

async function act({ who, what, collection, a, b }: Step): Promise<void> {
  const actor = actors[who];
  if (!actor) return;
  const one = await pick(a, what === 'restore' || what === 'remove');
  const other = await pick(b);
  // Now and then with the wrong collection, as a program could.
  const named = one && a % 8 > 0 ? one.collection : collection;
  if (what === 'folder') {
    await createFolder(actor, { collection: named, parent: one?.id ?? null, title: `F${b % 7}` });
  } else if (what === 'upload') {
    const wish = { collection: named, filename: `D${b % 7}.txt`, parent: one?.id ?? '' };
    if ((await upload(actor, Buffer.from(`${a} ${b}`), wish)).status !== 204) return;
  } else {
    if (!one) return;
    if (!(await change(actor, { what, named, b }, [one, other]))) return;
  }
  done.add(what);
}

/** @returns false when the upload protocol refused */
async function change(
  actor: Person,
  { what, named: collection, b }: { what: Step['what']; named: Collection; b: number },
  [one, other]: [Row, Row | null],
): Promise<boolean> {
  if (what === 'replace') {
    const wish = { collection, filename: 'next.md', replaces: one.id };
    return (await upload(actor, Buffer.from(`next ${b}`), wish)).status === 204;
  }
  if (what === 'take-back') await restoreVersion(actor, { id: one.id, number: 1 });
  else if (what === 'restore') await restoreFromTrash(actor, one.id);
  else if (what === 'remove') await removeFromTrash(actor, one.id);
  else if (what === 'move') {
    await moveResources(actor, { collection, ids: [one.id], to: other?.id ?? null });
  } else if (what === 'rename') {
    await renameResource(actor, { id: one.id, version: one.version, title: `R${b % 7}` });
  } else await deleteResources(actor, { collection, ids: [one.id], reason: 'a trial' });
  return true;
}

const tolerate = (error: unknown) => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  if (!(error instanceof AppError) && !cause.includes('foreign key')) throw error;
};

/** Rows that cannot be reached from the top level: circles, and children of nothing. */
async function countUnreachable(): Promise<number> {
  const { rows } = await db().execute<{ count: string }>(sql`
    with recursive reached (id) as (
      select id from ${resources} where parent is null
      union select r.id from ${resources} r join reached on r.parent = reached.id
    ) select count(*) from ${resources} where id not in (select id from reached)`);
  return Number(rows[0]?.count);
}

const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), {
  minLength: 6,
  maxLength: 14,
});
/** The kinds of steps that were done, not refused: trials that do nothing show nothing. */
const done = new Set<string>();

/** One after the other, each possible after the one before. */
const everyKind: Step[][] = (
  [
    ['upload', 0],
    ['folder', 0],
    ['move', 3],
    ['rename', 3],
    ['replace', 3],
    ['take-back', 3],
    ['delete', 3],
    ['restore', 1],
    ['delete', 3],
    ['remove', 1],
  ] as const
).map(([what, a]) => [{ who: 2, what, collection: 'userIntranet', a, b: 1 }]);

describeOnBothStores('whatever several people do at once', (choice) => {
  test('the tree stays a tree, files and rows agree, and nobody sees too much', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, fc.constantFrom('0', '30'), async (steps, trashDays) => {
        configure({ ...choice(), INTRANET_TRASH_DAYS: trashDays });
        await db().execute(sql`truncate ${resources}, ${uploads} cascade`);
        await runFileJobs();
        for (const key of await storedKeys()) await fileStore().delete(key);
        const owners = new Map<string, string | null>();
        for (const round of steps) {
          await Promise.all(round.map((one) => act(one).catch(tolerate)));
          expect(await countUnreachable()).toBe(0);
          for (const { id, user } of await db().select().from(resources)) {
            expect(owners.get(id) ?? user).toBe(user);
            owners.set(id, user);
          }
        }
        await expectFilesToAgree();
        await expectNobodyToSeeTooMuch();
      }),
      { numRuns: 12, examples: [[everyKind, '30']] },
    );
    // The example at least did each of them.
    expect([...done].toSorted()).toEqual([...kinds]);
  });
});

async function expectFilesToAgree(): Promise<void> {
  expect(await checkFiles(-60_000)).toMatchObject({
    withoutRow: 0,
    leftUploads: 0,
    withoutFile: [],
  });
  await runFileJobs();
  const named = await db().select({ key: versions.storageKey }).from(versions);
  expect((await storedKeys()).toSorted()).toEqual(
    [...new Set(named.map(({ key }) => key))].toSorted(),
  );
  expect(await idsOfUploads()).toEqual([]);
}

async function expectNobodyToSeeTooMuch(): Promise<void> {
  const all = await db().select().from(resources);
  for (const actor of actors) {
    const seen = await everythingSeenBy(actor);
    for (const { id, collection, trashedAt } of all) {
      const may = trashedAt === null && (collection === 'userIntranet' || actor.role === 'ADMIN');
      expect(seen.has(id)).toBe(may);
    }
  }
}

/** All that an actor reaches by opening folder after folder, in either collection. */
async function everythingSeenBy(actor: Actor): Promise<Set<string>> {
  const seen = new Set<string>();
  for (const collection of ['userIntranet', 'adminIntranet'] as const) {
    const waiting: (string | null)[] = [null];
    while (waiting.length > 0) {
      const folder = waiting.pop() ?? null;
      const found = await getFolder(actor, { collection, folder }).catch(() => null);
      for (const entry of found?.list.entries ?? []) {
        seen.add(entry.id);
        if (entry.folder) waiting.push(entry.id);
      }
    }
  }
  return seen;
}
