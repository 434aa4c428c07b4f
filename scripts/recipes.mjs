/** The worked recipes of docs/recipes.md: reads them, and applies them to a copy of the project. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * @typedef {object} Step
 * @property {string} path of the file, relative to the project
 * @property {boolean} isEdit of a file that is there; otherwise the file is new
 * @property {string[]} lines
 *
 * @typedef {object} Recipe
 * @property {string} title
 * @property {number} most source files that it may touch
 * @property {Step[]} steps
 */

/**
 * A recipe is a heading that ends with its bound in brackets; a step is a line with a path alone and
 * the code below it: an edit where that is a `diff`, else a whole new file.
 * @param {string} text of docs/recipes.md
 * @returns {Recipe[]}
 */
export function readRecipes(text) {
  return text.split(/^## /m).flatMap((section) => {
    const [, title, most] = /^(.+) \((\d+) source files?\)\n/.exec(section) ?? [];
    if (!title) return [];
    const found = section.matchAll(/^`([^`\n]+)`\n\n```(\w+)\n([\s\S]*?)^```$/gm);
    const steps = [...found].map(([, path = '', kind, code = '']) => ({
      path,
      isEdit: kind === 'diff',
      lines: code.replace(/\n$/, '').split('\n'),
    }));
    return [{ title, most: Number(most), steps }];
  });
}

/**
 * What a recipe costs: the files of the program. Tests, texts, documents and what is generated come
 * on top.
 * @param {Recipe} recipe
 */
export function sourceFilesOf({ steps }) {
  const paths = steps
    .map(({ path }) => path)
    .filter((path) => /\.(tsx?|css)$/.test(path) && !/\.test\.tsx?$/.test(path));
  return [...new Set(paths)];
}

/**
 * @param {string} root of a copy of the project
 * @param {Step} step
 * @throws {Error} when the lines that it stands beside are not there exactly once
 */
export function applyStep(root, step) {
  const file = join(root, step.path);
  mkdirSync(dirname(file), { recursive: true });
  if (step.isEdit) writeFileSync(file, edited(readFileSync(file, 'utf8'), step));
  else if (existsSync(file)) throw new Error(`${step.path} is there already`);
  else writeFileSync(file, `${step.lines.join('\n')}\n`);
}

/**
 * @param {string} text of the file
 * @param {Step} step whose lines begin with `+`, `-` or a space, as in a diff
 */
export function edited(text, { path, lines }) {
  const present = lines.filter((line) => !line.startsWith('+')).map((line) => line.slice(1));
  const next = lines.filter((line) => !line.startsWith('-')).map((line) => line.slice(1));
  const parts = `\n${text}`.split(`\n${present.join('\n')}\n`);
  if (parts.length !== 2)
    throw new Error(`${path} has ${parts.length - 1} times:\n${present.join('\n')}`);
  return parts.join(`\n${next.join('\n')}\n`).slice(1);
}
