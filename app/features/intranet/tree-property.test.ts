import fc from 'fast-check';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Actor, MemberRole } from '~/actor';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { makeDocument } from '~/db/intranet-factories.server';
import { AppError } from '~/errors';
import { deleteResources } from './deletion.server';
import { createFolder, getFolder, moveResources, renameResource } from './intranet.server';
import type { Collection } from '~/lib/collections';

const { intranetResources: resources } = schema;
type Person = Actor & { id: string };

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

const step = fc.record({
  who: fc.nat({ max: 2 }),
  what: fc.constantFrom('folder', 'document', 'move', 'rename', 'delete'),
  collection: fc.constantFrom<Collection[]>('userIntranet', 'userIntranet', 'adminIntranet'),
  a: fc.nat({ max: 40 }),
  b: fc.nat({ max: 40 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Anything there is, and what there is not: another collection's folder, an unknown id. */
async function pick(place: number): Promise<typeof resources.$inferSelect | null> {
  const all = await db().select().from(resources).orderBy(resources.createdAt, resources.id);
  return place === 0 ? null : (all[place % (all.length + 1)] ?? null);
}

async function act({ who, what, collection, a, b }: Step): Promise<void> {
  const actor = actors[who];
  if (!actor) return;
  const [one, other] = [await pick(a), await pick(b)];
  if (what === 'folder') {
    await createFolder(actor, { collection, parent: one?.id ?? null, title: `F${b % 7}` });
  } else if (what === 'document') {
    // Through the same doors as an upload: the folder must be one that the actor may open.
    await getFolder(actor, collection, one?.id ?? null);
    await makeDocument(db(), { collection, parent: one?.id ?? null, user: actor.id });
  } else if (one && what === 'move') {
    await moveResources(actor, { collection, ids: [one.id], to: other?.id ?? null });
  } else if (one && what === 'rename') {
    await renameResource(actor, { id: one.id, version: one.version, title: `R${b % 7}` });
  } else if (one && what === 'delete') {
    await deleteResources(actor, { collection, ids: [one.id], reason: 'a trial' });
  }
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

test('whatever several people do at once, the tree stays a tree and shows nobody too much', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 12 }),
      async (rounds) => {
        await db().execute(sql`truncate ${resources} cascade`);
        const owners = new Map<string, string | null>();
        for (const round of rounds) {
          await Promise.all(round.map((one) => act(one).catch(tolerate)));
          expect(await countUnreachable()).toBe(0);
          for (const { id, user } of await db().select().from(resources)) {
            expect(owners.get(id) ?? user).toBe(user);
            owners.set(id, user);
          }
        }
        const inside = await db()
          .select({ id: resources.id })
          .from(resources)
          .where(eq(resources.collection, 'adminIntranet'));
        for (const actor of actors) {
          const seen = await everythingSeenBy(actor);
          const may = actor.role === 'ADMIN';
          for (const { id } of inside) expect(seen.has(id)).toBe(may);
        }
      },
    ),
    { numRuns: 25 },
  );
}, 120_000);

/** All that an actor reaches by opening folder after folder, in either collection. */
async function everythingSeenBy(actor: Actor): Promise<Set<string>> {
  const seen = new Set<string>();
  for (const collection of ['userIntranet', 'adminIntranet'] as const) {
    const waiting: (string | null)[] = [null];
    while (waiting.length > 0) {
      const folder = waiting.pop() ?? null;
      const { entries } = await getFolder(actor, collection, folder).catch(() => ({ entries: [] }));
      for (const entry of entries) {
        seen.add(entry.id);
        if (entry.folder) waiting.push(entry.id);
      }
    }
  }
  return seen;
}
