import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EmbeddedPostgres } from './embedded-postgres.server';
import {
  makeTrialPlace,
  processesWithin,
  query,
  type TrialPlace,
} from '../../../tests/support/database/postgres-trial';

describe('the database', () => {
  let place: TrialPlace;
  let database: EmbeddedPostgres;

  beforeAll(async () => {
    place = makeTrialPlace();
    database = await place.start(join(place.folder, `it's "a, b"`, 'postgres'));
  });
  afterAll(() => place.close());

  test('opens no TCP port, and its socket to nobody else', async () => {
    expect(await query(database, 'show listen_addresses')).toEqual(['']);
    const { host } = database.connection();
    expect(host).toBe(join(place.folder, `it's "a, b"`, 'postgres', 'socket'));
    expect(statSync(host).mode & 0o777).toBe(0o700);
  });

  test('gives the application a role without the rights of a superuser', async () => {
    const rights = 'select rolsuper, rolcreatedb from pg_roles where rolname = current_user';
    expect(await query(database, rights)).toEqual([false, true]);
    await query(database, 'create extension unaccent');
    await query(database, 'create extension pg_trgm');
    await expect(query(database, "copy (select 1) to program 'true'")).rejects.toThrow(/denied/);
  });

  test('has an address that means the same as its settings', async () => {
    await query(database, 'create database "other one"');
    const client = new Client({ connectionString: database.connectionString('other one') });
    await client.connect();
    const { rows } = await client.query('select current_database() as name, current_user as role');
    await client.end();
    expect(rows).toEqual([{ name: 'other one', role: 'association' }]);
  });

  test('knows letters beyond ASCII, which search depends on', async () => {
    const words = "select to_tsvector('simple', '“été” — l’avis')::text";
    expect(await query(database, words)).toEqual(["'avis':3 'l':2 'été':1"]);
    expect(await query(database, "select lower('É'), 'é' < 'z'")).toEqual(['é', false]);
  });

  test('keeps its data on disk unless told otherwise', async () => {
    expect(await query(database, 'show fsync')).toEqual(['off']);
    const durable = makeTrialPlace(true);
    try {
      const settings = await durable.start();
      expect(await query(settings, 'show fsync')).toEqual(['on']);
      expect(await query(settings, 'show synchronous_commit')).toEqual(['on']);
      expect(await query(settings, 'show data_checksums')).toEqual(['on']);
    } finally {
      await durable.close();
    }
  });

  test('keeps personal data out of the log', async () => {
    await query(database, 'create table members (email text unique)');
    const insert = "insert into members values ('someone@example.org')";
    await query(database, insert);
    await expect(query(database, insert)).rejects.toThrow(/duplicate key/);
    await query(database, "do $$ begin raise log 'end of the trial'; end $$");
    await expect.poll(() => place.log.join('\n')).toMatch(/end of the trial/);
    expect(place.log.join('\n')).not.toMatch(/someone|duplicate/);
  });
});

describe('a start', () => {
  let place: TrialPlace;
  beforeEach(() => {
    place = makeTrialPlace();
  });
  afterEach(() => place.close());

  test('makes a database, and a later one finds what was written', async () => {
    const first = await place.start();
    await query(first, "create table notes as select 'kept' as text");
    expect(first.adopted).toBe(false);
    const inUse = ['application.lock', 'application.pid', 'cluster', 'socket'];
    expect(readdirSync(place.directory).toSorted()).toEqual(inUse);
    await Promise.all([first.stop(), first.stop()]);
    await first.stop();
    expect(processesWithin(place.folder)).toEqual([]);
    const content = readdirSync(place.directory).toSorted();
    expect(content).toEqual(['application.lock', 'cluster', 'socket']);

    const second = await place.start();
    expect(await query(second, 'select text from notes')).toEqual(['kept']);
  });

  test('works in a folder whose path is too long for a socket', async () => {
    const names = 'a folder "with, a long name" '.repeat(3);
    const database = await place.start(join(place.folder, names, 'ü'.repeat(40), 'postgres'));
    expect(await query(database, 'select 1')).toEqual([1]);
    const { host } = database.connection();
    expect(host.startsWith(place.folder)).toBe(false);
    expect(statSync(host).mode & 0o777).toBe(0o700);
    await database.stop();
    expect(existsSync(host)).toBe(false);
  });

  test('is not kept back by files that a crash left', async () => {
    const first = await place.start();
    const { host } = first.connection();
    await first.stop();
    const { uid, gid } = statSync(place.cluster);
    // As after a restart of the machine: the number is now that of a living process, and of the
    // same user, which PostgreSQL by itself takes for another server on this directory.
    const other = spawn('/bin/sleep', ['60'], { uid, gid, argv0: 'postgres', stdio: 'ignore' });
    const record = `${other.pid}\n${place.cluster}\n0\n5432\n${host}\n\n0 0\nready\n`;
    for (const file of [join(place.cluster, 'postmaster.pid'), join(host, '.s.PGSQL.5432.lock')]) {
      writeFileSync(file, record);
      chownSync(file, uid, gid);
    }
    writeFileSync(join(host, '.s.PGSQL.5432'), '');
    writeFileSync(join(place.directory, 'application.pid'), '1\n');
    mkdirSync(join(place.directory, 'cluster.new-abandoned', 'base'), { recursive: true });
    try {
      const second = await place.start();
      expect(second.adopted).toBe(false);
      expect(await query(second, 'select 1')).toEqual([1]);
      expect(readdirSync(place.directory)).not.toContain('cluster.new-abandoned');
      expect(other.exitCode ?? other.signalCode).toBeNull();
    } finally {
      other.kill();
    }
  });
});
