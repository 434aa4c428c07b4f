import { Client } from 'pg';
import { vi } from 'vitest';

/** The statements that `work` sends to the database, over all connections of this process. */
export async function queriesOf(work: () => Promise<unknown>): Promise<string[]> {
  const queries: string[] = [];
  const send = Client.prototype.query;
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function query(
    this: Client,
    ...given: unknown[]
  ) {
    queries.push(textOf(given[0]));
    return Reflect.apply(send, this, given);
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return queries;
}

function textOf(query: unknown): string {
  if (typeof query === 'object' && query !== null && 'text' in query) return String(query.text);
  return String(query);
}
