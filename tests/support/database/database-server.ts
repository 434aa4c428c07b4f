import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';

/** Where the tests make their databases; given by `database.ts` to every test file. */
export type DatabaseServer = {
  /** Connection string of a database on it, for a role that may create others. */
  address: string;
  /** Begins the name of every database of this run. */
  prefix: string;
};

export const templateOf = ({ prefix }: DatabaseServer) => `${prefix}_template`;

/** The connection string of another database on the same server, which may be a socket. */
export function addressOf({ address }: DatabaseServer, database: string): string {
  return address.replace(/^(postgres(?:ql)?:\/\/[^/?]*)(?:\/[^?]*)?/, `$1/${database}`);
}

/** Runs one statement outside the databases of the tests. @returns the rows */
export async function onServer(
  { address }: DatabaseServer,
  statement: string,
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** @param from another database to copy; nobody may be connected to it */
export async function createDatabase(
  server: DatabaseServer,
  name: string,
  from = 'template0',
): Promise<void> {
  await onServer(server, `create database ${name} template ${from}`);
}

/** The server's own tidying may be at work in it, which only a superuser could stop: it ends soon. */
export async function dropDatabase(server: DatabaseServer, name: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await onServer(server, `drop database if exists ${name} with (force)`);
      return;
    } catch (error) {
      const isTidying = error instanceof DatabaseError && error.code === '42501';
      if (!isTidying || tries === 20) throw error;
      await sleep(250);
    }
  }
}
