import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeDatabase, openDatabase, pool } from '~/db/db.server';
import { startJobQueue, stopJobQueue } from '~/platform/jobs/job-queue.server';
import { endOutageLog, noteOutage } from '~/platform/log/outage-log.server';
import { asking, post } from '../../tests/support/site/asking';
import { captureLog } from '../../tests/support/site/captured-log';
import { echoBuild } from '../../tests/support/site/echo-build';
import { trialBuild } from '../../tests/support/site/trial-build';
import { createApp } from '../app';

const ask = asking(createApp({ build: () => echoBuild, mode: 'production' }));
const trial = { renders: 0, isFailing: false };
const askTrial = asking(createApp({ build: () => trialBuild(trial), mode: 'production' }));

let captured: ReturnType<typeof captureLog>;
beforeEach(() => {
  captured = captureLog();
});
afterEach(() => {
  endOutageLog();
  captured.release();
  trial.isFailing = false;
});

const idOf = (response: Response) => response.headers.get('x-request-id');

describe('an answer that refuses or fails is in the log under the id that it shows', () => {
  test.each([
    [400, '/%zz', {}, '*'],
    [400, '/page', post('--x', { 'Content-Type': 'multipart/form-data; boundary=y' }), '/page'],
    [403, '/page', post('a=b', { Origin: 'https://evil.example' }), '/page'],
    [404, '/missing', {}, '/*'],
    [405, '/page', { method: 'DELETE' }, '/page'],
    [413, '/page', post('a', { 'Content-Length': '1048577' }), '/page'],
    [415, '/page', post('{}', { 'Content-Type': 'application/json' }), '/page'],
    [401, '/uploads/some-secret', {}, '/uploads/:id'],
    [409, '/status/409', post('a=b'), '/*'],
    [422, '/status/422', post('a=b'), '/*'],
    [429, '/status/429', post('a=b'), '/*'],
  ])('%i %s', async (status, path, init, route) => {
    const response = await ask(path, init);
    expect(response.status).toBe(status);
    expect(captured.lines).toEqual([
      expect.objectContaining({
        level: 'info',
        msg: 'request refused',
        status,
        route,
        method: 'method' in init ? init.method : 'GET',
        requestId: idOf(response),
      }),
    ]);
    expect(JSON.stringify(captured.lines)).not.toContain('some-secret');
  });

  test('500 in plain text, with its cause', async () => {
    const response = await ask('/fails');
    expect(response.status).toBe(500);
    expect(captured.lines).toEqual([
      expect.objectContaining({
        level: 'error',
        msg: 'request failed',
        status: 500,
        method: 'GET',
        route: '/*',
        requestId: idOf(response),
        err: expect.objectContaining({ message: 'secret detail of the failure' }),
      }),
    ]);
    expect(await response.text()).toContain(idOf(response));
  });

  test.each(['', '.data'])(
    '500 of a page%s, which names its route, not its address',
    async (end) => {
      trial.isFailing = true;
      const response = await askTrial(`/news/a-name-in-it${end}`);
      expect(response.status).toBe(500);
      const [line, ...others] = captured.lines;
      expect(others).toEqual([]);
      expect(line).toMatchObject({ route: '/news/:slug', status: 500, requestId: idOf(response) });
      expect(JSON.stringify(line)).not.toContain('a-name-in-it');
      if (end) expect(await response.text()).toContain(idOf(response));
    },
  );

  test('nothing is written of what went well, or was broken off by the browser', async () => {
    expect((await ask('/about')).status).toBe(200);
    const gone = new AbortController();
    const asked = ask('/fails', { signal: gone.signal });
    gone.abort();
    await asked;
    expect(captured.lines).toEqual([]);
  });
});

describe('an outage', () => {
  let connectionString: string | undefined;
  beforeEach(async () => {
    ({ connectionString } = pool().options);
    await stopJobQueue();
    await closeDatabase();
    // Nobody listens at this port.
    openDatabase({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await closeDatabase();
    openDatabase({ connectionString });
    await startJobQueue([], { work: false });
  });

  test('is one line, then a number each minute, then its end; its answers show the id of that line', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    const answers = [await askTrial('/news/any'), await askTrial('/news/other')];
    answers.push(...(await Promise.all([1, 2, 3].map(() => askTrial('/news/any.data')))));
    answers.push(await askTrial('/readyz'));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
    const [line, ...others] = captured.lines;
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      level: 'error',
      msg: 'not available',
      status: 503,
      method: 'GET',
      route: '/news/:slug',
    });
    for (const answer of answers) expect(idOf(answer)).toBe(line?.requestId);
    vi.advanceTimersByTime(60_000);
    expect(captured.lines[1]).toMatchObject({ msg: 'still not available', outage: line?.outage });
    expect(Number(captured.lines[1]?.count)).toBeGreaterThanOrEqual(answers.length);
    vi.advanceTimersByTime(60_000);
    expect(captured.lines[2]).toMatchObject({
      level: 'warn',
      msg: 'available again',
      seconds: 120,
    });
    vi.advanceTimersByTime(600_000);
    expect(captured.lines).toHaveLength(3);
  });

  test('says the rest when the process ends', () => {
    noteOutage(new Error('one'));
    noteOutage(new Error('two'));
    endOutageLog();
    expect(captured.lines.map(({ msg, total }) => [msg, total])).toEqual([
      ['not available', undefined],
      ['still not available', 2],
    ]);
  });
});
