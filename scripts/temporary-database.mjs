import { randomBytes } from 'node:crypto';
import pg from 'pg';

/**
 * Creates an empty database on a PostgreSQL server.
 * @param {string | undefined} serverUrl connection string of a role that may create databases
 * @returns {Promise<{ url: string, drop: () => Promise<void> } | undefined>} nothing without a server
 */
export async function createTemporaryDatabase(serverUrl) {
  if (!serverUrl) return undefined;
  const name = `site_${randomBytes(8).toString('hex')}`;
  await onServer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(serverUrl, `drop database ${name} with (force)`) };
}

/**
 * @param {string} serverUrl
 * @param {string} statement
 */
async function onServer(serverUrl, statement) {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
