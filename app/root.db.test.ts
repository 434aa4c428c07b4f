import { RouterContextProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { loader } from './root';

afterEach(() => vi.useRealTimers());

/** The year that the footer shows, at this moment. */
async function yearAt(moment: string): Promise<number | string> {
  vi.useFakeTimers({ now: new Date(moment), toFake: ['Date'] });
  const url = new URL('https://association.example/about');
  const context = new RouterContextProvider();
  const asked = { request: new Request(url), url, params: {}, pattern: '/about', context };
  return (await loader(asked)).year;
}

test('the year of the footer is that of the current date, in Brussels', async () => {
  expect(await yearAt('2031-06-01T12:00:00Z')).toBe(2031);
  expect(await yearAt('2031-12-31T22:30:00Z')).toBe(2031);
  expect(await yearAt('2031-12-31T23:30:00Z')).toBe(2032);
});
