import { sql } from 'drizzle-orm';
import { pino, symbols } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { db, schema, transaction } from '~/db/db.server';
import { paragraphs } from '~/db/factories.server';
import { recordServerError } from '~/features/telemetry/error-tracking/error-tracking.server';
import { jobs } from '~/jobs.server';
import { newId } from '~/lib/new-id';
import { withoutValues } from '~/platform/log/without-values';
import { enqueue, startJobQueue, stopJobQueue } from '~/platform/jobs/job-queue.server';
import { log } from '~/platform/log/log.server';
import { configure } from '../support/database/configure';

/** What people have typed is in no log when the database fails to keep it. */

const secret = 'Mr Muster, $& of Vienna';

/** A draft of someone who has no account any more, which the database refuses with all there is. */
const fail = (): Promise<unknown> =>
  db()
    .insert(schema.drafts)
    .values({
      userId: newId(),
      place: `new/${secret}`,
      body: paragraphs(secret),
      fields: { title: secret },
    });

const failure = () =>
  fail().then(
    () => new Error('The database took it.'),
    (error: unknown) => error,
  );

afterEach(async () => {
  await stopJobQueue();
  await startJobQueue(jobs, { work: false });
});

test('the log says which query has failed and why, and none of its values', async () => {
  const error = await failure();
  expect(String(error)).toContain(secret);
  const lines: string[] = [];
  const { [symbols.serializersSym]: serializers } = Object(log());
  const like = pino({ serializers }, { write: (line: string) => void lines.push(line) });
  like.error({ err: error }, 'request failed');
  like.error({ err: new AggregateError([error], 'several') }, 'request failed');
  like.error({ err: new Error('The page could not be made', { cause: error }) }, 'request failed');
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    expect(line).not.toContain('Muster');
    expect(line).toContain('insert into');
    expect(line).toContain('violates foreign key constraint');
    expect(line).toContain('silent-errors.db.test.ts');
  }
});

test('the list of faults neither', async () => {
  configure({ FLAGS: 'errorTracking' });
  await recordServerError('server', await failure(), { url: '/forum/drafts/save' });
  const [kept] = await db().select().from(schema.trackedErrors);
  expect(kept?.message).toContain('insert into');
  const all = [kept, ...(await db().select().from(schema.errorGroups))];
  expect(JSON.stringify(all)).not.toContain('Muster');
});

test('nor the queue, of a job', async () => {
  await stopJobQueue();
  await startJobQueue([
    { name: 'fail-with-words', retryLimit: 0, run: async () => void (await fail()) },
  ]);
  await transaction((tx) => enqueue(tx, { name: 'fail-with-words', data: {} }));
  const failed = () =>
    db().execute(
      sql`select output::text from pgboss.job where name = 'fail-with-words' and state = 'failed'`,
    );
  await vi.waitFor(async () => expect((await failed()).rows).toHaveLength(1), {
    timeout: 30_000,
    interval: 50,
  });
  const [{ output } = {}] = (await failed()).rows;
  expect(output).toContain('insert into');
  expect(output).not.toContain('Muster');
});

test('an error stays what it was otherwise', () => {
  const cause = Object.assign(new TypeError('down'), { code: 'ECONNREFUSED' });
  const error = new Error('The mail could not be sent', { cause });
  expect(withoutValues(error)).toMatchObject({ message: error.message, stack: error.stack });
  expect(withoutValues(cause)).toBeInstanceOf(TypeError);
  expect(withoutValues(cause)).toMatchObject({ code: 'ECONNREFUSED' });
  for (const thrown of ['text', null, undefined, 7]) expect(withoutValues(thrown)).toBe(thrown);
});
