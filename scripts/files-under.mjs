import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { projectRoot } from './project-root.mjs';

/**
 * @param {string} path of a file or folder in the project
 * @returns {string[]} the file itself or every file below the folder, relative to the project,
 *   with forward slashes, in an order that is the same everywhere; empty where there is none
 */
export function filesUnder(path) {
  const full = join(projectRoot, path);
  if (!existsSync(full)) return [];
  if (path.includes('.')) return [path];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(projectRoot, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .toSorted();
}
