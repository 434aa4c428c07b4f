import { Client } from 'pg';
import { vi } from 'vitest';

/** The statements that `work` sends to the database, over all connections of this process. */
export async function queriesOf(work: () => Promise<unknown>): Promise<string[]> {
  const queries: string[] = [];
  // Wrapped and not replaced: the statements run as ever.
  const spy = vi.spyOn(Client.prototype, 'query');
  try {
    await work();
    queries.push(...spy.mock.calls.map(([query]: unknown[]) => textOf(query)));
  } finally {
    spy.mockRestore();
  }
  return queries;
}

function textOf(query: unknown): string {
  if (typeof query === 'object' && query !== null && 'text' in query) return String(query.text);
  return String(query);
}
