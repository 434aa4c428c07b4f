import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { pool, transaction } from '~/db/db.server';
import { publish, eventStream, subscribe, startLive, stopLive } from './live.server';

const polling = { timeout: 30_000, interval: 20 };

beforeAll(() => startLive());
afterAll(() => stopLive());

const tell = (topic: string) => transaction((tx) => publish(tx, topic));

describe('a listener', () => {
  test('hears of its topics when the transaction commits, and of no others', async () => {
    const heard: string[] = [];
    const stop = subscribe(['forum/1', 'forum/2'], (topic) => heard.push(topic));
    await expect(
      transaction(async (tx) => {
        await publish(tx, 'forum/1');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await tell('forum/3');
    await tell('forum/2');
    await vi.waitFor(() => expect(heard).toEqual(['forum/2']), polling);
    stop();
    const later: string[] = [];
    const stopLater = subscribe(['forum/4'], (topic) => later.push(topic));
    await tell('forum/1');
    await tell('forum/4');
    // One connection tells in the order of the commits.
    await vi.waitFor(() => expect(later).toEqual(['forum/4']), polling);
    stopLater();
    expect(heard).toEqual(['forum/2']);
  });

  test('is told to look again after the connection was lost', async () => {
    const heard: string[] = [];
    const stop = subscribe(['intranet/1'], (topic) => heard.push(topic));
    await pool().query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query = 'listen live'`,
    );
    await vi.waitFor(() => expect(heard).toContain('intranet/1'), polling);
    heard.length = 0;
    await tell('intranet/1');
    await vi.waitFor(() => expect(heard).toEqual(['intranet/1']), polling);
    stop();
  });
});

describe('a stream of events', () => {
  /** Reads the stream as it comes. */
  function read(response: Response) {
    const seen = { text: '', isOver: false };
    void response.body?.pipeThrough(new TextDecoderStream()).pipeTo(
      new WritableStream({
        write: (text) => {
          seen.text += text;
        },
        close: () => {
          seen.isOver = true;
        },
      }),
    );
    return seen;
  }

  test('names the topic that has changed, and no content', async () => {
    const leaving = new AbortController();
    const response = eventStream(['forum/7'], leaving.signal, {
      mayStillListen: async () => true,
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const seen = read(response);
    await tell('forum/7');
    await vi.waitFor(() => expect(seen.text).toBe('retry: 2000\n\ndata: forum/7\n\n'), polling);
    leaving.abort();
    await vi.waitFor(() => expect(seen.isOver).toBe(true), polling);
  });

  test('begins with what has changed between the making of the page and its listening', async () => {
    await tell('forum/11');
    const heard: string[] = [];
    const stop = subscribe(['forum/12'], (topic) => heard.push(topic));
    await tell('forum/12');
    await vi.waitFor(() => expect(heard).toEqual(['forum/12']), polling);
    stop();
    const leaving = new AbortController();
    const rights = { mayStillListen: async () => true };
    const late = read(eventStream(['forum/unchanged', 'forum/11'], leaving.signal, rights));
    await vi.waitFor(() => expect(late.text).toBe('retry: 2000\n\ndata: forum/11\n\n'), polling);
    const barred = read(
      eventStream(['forum/11'], leaving.signal, { mayStillListen: async () => false }),
    );
    await vi.waitFor(() => expect(barred.isOver).toBe(true), polling);
    expect(barred.text).not.toContain('forum/11');

    // What changed long ago is in the page already.
    vi.useFakeTimers({ now: Date.now() + 31_000, toFake: ['Date'] });
    try {
      const later = read(eventStream(['forum/11', 'forum/13'], leaving.signal, rights));
      await tell('forum/13');
      await vi.waitFor(() => expect(later.text).toBe('retry: 2000\n\ndata: forum/13\n\n'), polling);
    } finally {
      vi.useRealTimers();
      leaving.abort();
    }
  });

  test('says nothing more to those who may not listen any longer, and ends', async () => {
    let isMember = true;
    const response = eventStream(['forum/8'], new AbortController().signal, {
      mayStillListen: async () => isMember,
    });
    const seen = read(response);
    isMember = false;
    await tell('forum/8');
    await vi.waitFor(() => expect(seen.isOver).toBe(true), polling);
    expect(seen.text).not.toContain('forum/8');
  });

  test('ends when it cannot be known whether they may', async () => {
    const response = eventStream(['forum/9'], new AbortController().signal, {
      mayStillListen: async () => {
        throw new Error('the database is away');
      },
    });
    const seen = read(response);
    await tell('forum/9');
    await vi.waitFor(() => expect(seen.isOver).toBe(true), polling);
    expect(seen.text).not.toContain('forum/9');
  });

  test('left while it is looked up whether they may listen, it ends without harm', async () => {
    const leaving = new AbortController();
    let answer: (may: boolean) => void = () => undefined;
    const asked = vi.fn<() => Promise<boolean>>(
      () => new Promise<boolean>((resolve) => (answer = resolve)),
    );
    const seen = read(eventStream(['forum/10'], leaving.signal, { mayStillListen: asked }));
    await tell('forum/10');
    await vi.waitFor(() => expect(asked).toHaveBeenCalled(), polling);
    leaving.abort();
    // An error in here would be nobody's, and end the process.
    answer(true);
    await vi.waitFor(() => expect(seen.isOver).toBe(true), polling);
    expect(seen.text).not.toContain('forum/10');
  });
});
