import { expect, test } from 'vitest';
import { runAll } from './run-all';

const failing = (message: string) => async () => {
  throw new Error(message);
};

test('a step that fails stops none of those after it, and is told at the end', async () => {
  const done: string[] = [];
  const step = (name: string) => async () => void done.push(name);
  await runAll([step('first'), step('second')]);
  await expect(runAll([failing('one'), step('third')])).rejects.toThrow('one');
  const both = runAll([failing('one'), failing('two'), step('fourth')]);
  await expect(both).rejects.toMatchObject({ errors: [{ message: 'one' }, { message: 'two' }] });
  expect(done).toEqual(['first', 'second', 'third', 'fourth']);
});
