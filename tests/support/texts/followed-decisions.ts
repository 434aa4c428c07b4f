import { eq } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { newId } from '~/lib/new-id';

type Facts = Partial<typeof schema.decisionRecords.$inferInsert> & { cites?: string };

let made = 0;

/** A decision as it is published: with its own ECLI and what it cites. */
export async function publishDecision({ cites, ...facts }: Facts = {}) {
  made += 1;
  const id = newId();
  const identifier = `ECLI:EU:C:2024:${8_000 + made}`;
  const [record] = await db()
    .insert(schema.decisionRecords)
    .values({
      id,
      identifier,
      isEcli: true,
      court: 'EU:C',
      decidedOn: '2024-05-04',
      type: 'judgment',
      visibility: 'public',
      state: 'checked',
      names: [`Example ${made}`],
      ...facts,
    })
    .returning();
  if (cites) await db().insert(schema.decisionCitations).values({ citing: id, identifier: cites });
  if (!record) throw new Error('No decision was made');
  return record;
}

export const setDecision = (
  id: string,
  values: Partial<typeof schema.decisionRecords.$inferInsert>,
) => db().update(schema.decisionRecords).set(values).where(eq(schema.decisionRecords.id, id));
