import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { transaction } from '~/db/db.server';
import type { PageTag } from '~/answers/page-tags';
import { startLive, stopLive } from '~/platform/live.server';
import { invalidateTags } from '~/platform/page-invalidation.server';
import { untilHeard } from '../../tests/support/database/until-heard';
import { NextChanges } from './next-changes';

const hour = 3_600_000;
let asked: (readonly PageTag[])[];
let answer: () => Promise<Date>;
let moments: NextChanges;

beforeAll(() => startLive());
afterAll(() => stopLive());
beforeEach(() => {
  asked = [];
  answer = async () => new Date(Date.now() + hour);
  moments = new NextChanges((tags) => {
    asked.push(tags);
    return answer();
  });
});
afterEach(() => {
  moments.stop();
  vi.useRealTimers();
});

const next = (...tags: PageTag[]) => moments.next(tags, new Date());

const change = (tag: PageTag) =>
  untilHeard(tag, () => transaction((tx) => invalidateTags(tx, tag)));

describe('the next change of pages', () => {
  test('is read once for concurrent requests with the same tags', async () => {
    await Promise.all([next('news', 'events'), next('events', 'news'), next('news')]);
    await next('news', 'events');
    expect(asked).toEqual([['news', 'events'], ['news']]);
  });

  test('is read again after a second', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date() });
    await next('news');
    vi.setSystemTime(Date.now() + 999);
    await next('news');
    expect(asked).toHaveLength(1);
    vi.setSystemTime(Date.now() + 1);
    await next('news');
    expect(asked).toHaveLength(2);
  });

  test('is read again after a change of the same content only', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date() });
    await next('news', 'events');
    await change('articles');
    await next('news', 'events');
    expect(asked).toHaveLength(1);
    await change('events');
    await next('news', 'events');
    expect(asked).toHaveLength(2);
  });

  test('is read again once it has happened', async () => {
    answer = async () => new Date();
    await next('news');
    await next('news');
    expect(asked).toHaveLength(2);
  });

  test('is unknown after a failed query', async () => {
    answer = () => Promise.reject(new Error('no database'));
    await expect(next('news')).rejects.toThrow('no database');
    answer = async () => new Date(Date.now() + hour);
    await next('news');
    expect(asked).toHaveLength(2);
  });

  test('is read for each request without a subscription', async () => {
    stopLive();
    try {
      await next('news');
      await next('news');
      expect(asked).toHaveLength(2);
    } finally {
      await startLive();
    }
  });
});
