import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root.mjs';

/** Whether this folder has a history: a downloaded archive of the sources has none. */
export function hasHistory() {
  return existsSync(join(projectRoot, '.git'));
}

/**
 * @param {readonly string[]} args of git
 * @returns {string[]} the lines it prints
 */
export function gitLines(args) {
  const text = execFileSync('git', args, {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  return text.split('\n').filter(Boolean);
}
