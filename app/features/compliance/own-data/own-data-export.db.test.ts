import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { db, pool, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { readZipEntry } from '~/platform/reader-sandbox/zip-archive.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { queriesOf } from '../../../../tests/support/database/database-queries';
import { exportedRecords } from '../../../../tests/support/people/own-data';
import { askRoute } from '../../../../tests/support/site/route-request';
import { buildOf, serveRoutes } from '../../../../tests/support/site/served-routes';
import {
  goodPassword as password,
  signedInHeaders,
} from '../../../../tests/support/people/sign-in';
import { exportOwnData, listOwnData } from './own-data.server';
import { retentionTable } from '~/features/compliance/retention/retention-table.server';

const member = async () => actorOf(await makeUser(db()));
const pattern = '/settings/data/export';
const download = (actor: SignedInActor) => askRoute({ actor, pattern, form: {} });

async function answerOf(actor: SignedInActor): Promise<Response> {
  const answer = await download(actor);
  if (!(answer instanceof Response)) throw new Error('No file was answered');
  return answer;
}

/** Entries of the log, straight into the table: how they are chained does not matter here. */
async function addEntries(actor: SignedInActor, count: number): Promise<void> {
  await pool().query(
    `insert into audit_entries (seq, at, actor_kind, actor_id, role, action, target_kind, target_id,
       previous_hash, hash)
     select (select coalesce(max(seq), 0) from audit_entries) + number, now(), 'user', $1, 'USER',
       'user.test', 'user', 'entry-' || number, '', '' from generate_series(1, $2::int) number`,
    [actor.id, count],
  );
}

async function heldLocks(): Promise<number> {
  const { rows } = await pool().query(
    `select 1 from pg_locks where locktype = 'advisory' and classid = 7413110
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.length;
}

const refusal = (code: string, status: number) => ({
  data: code,
  init: { status, headers: { 'Retry-After': '60' } },
});

// A place is given back a moment after the last byte.
afterEach(() => vi.waitUntil(async () => (await heldLocks()) === 0));

describe('an export of many records', () => {
  test('has every one of them once, on the page and in the file for machines', async () => {
    const actor = await member();
    await addEntries(actor, 450);
    const archive = Buffer.from(await (await answerOf(actor)).arrayBuffer());
    const entries: unknown = JSON.parse(
      (await readZipEntry(archive, 'json/audit_entries.json')).toString(),
    );
    const targets = Array.from({ length: 450 }, (_, index) => `entry-${index + 1}`);
    expect(entries).toHaveLength(451);
    expect(entries).toMatchObject([
      ...targets.map((targetId) => ({ targetId, actorId: actor.id })),
      { action: 'user.export-own' },
    ]);
    const page = (await readZipEntry(archive, 'my-data.html')).toString();
    const named = [...page.matchAll(/<dd>(entry-\d+)<\/dd>/g)].map(([, target]) => target);
    expect(named).toEqual(targets);
    const drafts = await readZipEntry(archive, 'json/drafts.json');
    expect(JSON.parse(drafts.toString())).toEqual([]);
  });

  test('reads them in batches, and the page of the settings counts them in the database', async () => {
    const actor = await member();
    await addEntries(actor, 450);
    const ofLog = (queries: string[]) =>
      queries.filter((text) => text.includes('from "audit_entries"'));
    const counted = ofLog(await queriesOf(() => listOwnData(actor)));
    expect(counted).toHaveLength(1);
    expect(counted[0]).toContain('count(*)');
    const part = (await listOwnData(actor)).find(({ row }) => row.name === 'audit_entries');
    expect(part).toMatchObject({ count: 450, only: null });
    expect(part?.fields).toContain('actorId');
    expect(part?.fields).not.toContain('subjectId');
    const exported = ofLog(await queriesOf(() => exportedRecords(actor)));
    expect(exported.filter((text) => /limit \$\d+$/.test(text)).length).toBeGreaterThan(2);
  });

  test('finds its way through every table, also by a key of several columns', async () => {
    const actor = await member();
    const topics = await db()
      .insert(schema.forumCategories)
      .values({ slug: 'many', name: 'Many', description: '', position: 9 })
      .returning();
    const values = Array.from({ length: 230 }, (_, index) => ({
      categoryId: topics[0]?.id ?? '',
      authorId: actor.id,
      title: `Topic ${index}`,
    }));
    const made = await db().insert(schema.forumTopics).values(values).returning();
    await db()
      .insert(schema.forumReadings)
      .values(made.map(({ id }) => ({ userId: actor.id, topicId: id, position: 1 })));
    const held = await exportedRecords(actor);
    const ofReadings = held.find(({ row }) => row.name === 'forum_readings')?.records;
    expect(new Set(ofReadings?.map(({ topicId }) => topicId)).size).toBe(230);
    expect(held.map(({ row }) => row)).toEqual(retentionTable.filter(({ ofPerson }) => ofPerson));
  });
});

describe('exports at once', () => {
  test('one person has one export at a time and reads what to do', async () => {
    const actor = await member();
    const { release } = await exportOwnData(actor);
    await expect(download(actor)).rejects.toMatchObject(refusal('error.export.running', 429));
    await release();
    await (await answerOf(actor)).arrayBuffer();
  });

  test('of 24 that come together one is made, and the log knows of one', async () => {
    const actor = await member();
    const answers = await Promise.allSettled(Array.from({ length: 24 }, () => answerOf(actor)));
    const files = answers.filter((answer) => answer.status === 'fulfilled');
    expect(files).toHaveLength(1);
    for (const file of files) await file.value.arrayBuffer();
    const made = eq(schema.auditEntries.actorId, actor.id);
    expect(await db().$count(schema.auditEntries, made)).toBe(1);
  });

  test('one that another node is making counts as well', async () => {
    const actor = await member();
    const node = await pool().connect();
    const key = [7_413_110, actor.id];
    await node.query('select pg_advisory_lock($1, hashtext($2))', key);
    await expect(download(actor)).rejects.toMatchObject(refusal('error.export.running', 429));
    await node.query('select pg_advisory_unlock($1, hashtext($2))', key);
    node.release();
    await (await answerOf(actor)).arrayBuffer();
  });

  test('a process makes two, for others it is busy', async () => {
    const running = [await exportOwnData(await member()), await exportOwnData(await member())];
    const third = await member();
    await expect(download(third)).rejects.toMatchObject(refusal('error.export.busy', 503));
    await running[0]?.release();
    await (await answerOf(third)).arrayBuffer();
    await running[1]?.release();
  });

  test('an export whose connection is lost frees its slot', async () => {
    const user = await makeUser(db(), { password });
    await addEntries(actorOf(user), 5_000);
    const cookie = (await signedInHeaders(user.email)).get('cookie') ?? '';
    const server = await serveRoutes(await buildOf([pattern]));
    const sent = request({
      port: server.port,
      path: pattern,
      method: 'POST',
      headers: {
        Cookie: cookie,
        Host: 'association.example',
        Origin: 'https://association.example',
      },
    });
    sent.on('error', () => undefined).end();
    const [answer]: IncomingMessage[] = await once(sent, 'response');
    expect(answer).toMatchObject({ statusCode: 200 });
    expect(await heldLocks()).toBe(1);
    sent.destroy();
    await expect.poll(heldLocks).toBe(0);
    await server.stop();
  });

  test('one that is given up makes room at once', async () => {
    const actor = await member();
    await addEntries(actor, 2_000);
    const reader = (await answerOf(actor)).body?.getReader();
    expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0);
    await reader?.cancel();
    await expect
      .poll(() => answerOf(actor).then(({ body }) => body?.cancel().then(() => 'made'), String))
      .toBe('made');
    await expect.poll(heldLocks).toBe(0);
  });
});
