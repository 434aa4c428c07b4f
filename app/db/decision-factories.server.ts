import type { InferInsertModel } from 'drizzle-orm';
import { newId } from '~/lib/new-id';
import { type Database, schema, type Transaction } from './db.server';

type Fields = Partial<InferInsertModel<typeof schema.decisionRecords>>;

/** A decision of the Court of Justice that everybody may read; see `factories.server.ts`. @returns its id */
export async function makeDecision(
  connection: Database | Transaction,
  identifier: string,
  fields: Fields = {},
): Promise<string> {
  const id = newId();
  await connection.insert(schema.decisionRecords).values({
    id,
    identifier,
    isEcli: true,
    court: 'EU:C',
    decidedOn: '2020-01-01',
    type: 'judgment',
    state: 'checked',
    visibility: 'public',
    ...fields,
  });
  return id;
}
