import { expect, test } from 'vitest';
import { RecentMemory } from './recent-memory';

test('a text is made once for a key, and again when it was long unused', () => {
  const memory = new RecentMemory(100);
  const made: string[] = [];
  const get = (key: string, length = 10) =>
    memory.get(key, () => {
      made.push(key);
      return key.padEnd(length, '.');
    });
  expect(get('a')).toBe('a.........');
  expect(get('a')).toBe('a.........');
  expect(made).toEqual(['a']);
  // What is used goes on into the newer half; what is not goes with the older one.
  get('b');
  for (let number = 0; number < 40; number += 1) {
    get(`${number}`);
    get('a');
  }
  made.length = 0;
  get('a');
  get('b');
  expect(made).toEqual(['b']);
});

test('what would fill a quarter of a half is not kept', () => {
  const memory = new RecentMemory(100);
  let times = 0;
  const make = () => {
    times += 1;
    return '.'.repeat(40);
  };
  memory.get('long', make);
  memory.get('long', make);
  expect(times).toBe(2);
});
