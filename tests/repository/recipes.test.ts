import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '~/config/project-root.server';
import { edited, readRecipes, sourceFilesOf } from '../../scripts/recipes.mjs';

const read = (path: string) => readFileSync(join(projectRoot(), path), 'utf8');
const recipes = readRecipes(read('docs/recipes.md'));

test('there is a recipe for each of the four things, with its bound', () => {
  expect(recipes.map(({ title, most }) => [title, most])).toEqual([
    ['A field of an event', 3],
    ['A page for members', 5],
    ['A background job', 2],
    ['A column of users', 4],
  ]);
});

describe.each(recipes)('the recipe "$title"', (recipe) => {
  test('touches no more source files than it says', () => {
    expect(sourceFilesOf(recipe).length).toBeGreaterThan(0);
    expect(sourceFilesOf(recipe).length).toBeLessThanOrEqual(recipe.most);
  });

  test('stands beside lines that are in the files, each once', () => {
    for (const step of recipe.steps.filter(({ isEdit }) => isEdit))
      expect(edited(read(step.path), step)).not.toBe(read(step.path));
  });
});

test('an edit beside a line that is not there, or there twice, is refused', () => {
  const step = { path: 'a.ts', isEdit: true, lines: [' b', '+c'] };
  expect(edited('a\nb\n', step)).toBe('a\nb\nc\n');
  expect(() => edited('a\n', step)).toThrow('a.ts has 0 times');
  expect(() => edited('b\nx\nb\n', step)).toThrow('a.ts has 2 times');
});
