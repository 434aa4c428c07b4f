/**
 * Fails when a file that git keeps holds what looks like a secret. History keeps what was pushed
 * once, so it has to be seen before.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root.mjs';
import { secretsIn } from './secret-patterns.mjs';

/** Larger ones are pictures and documents. */
const largest = 2_000_000;

const files = execFileSync('git', ['ls-files', '-z'], { cwd: projectRoot, encoding: 'utf8' })
  .split('\0')
  .filter(Boolean);
const found = files.flatMap((path) => secretsIn(path, textOf(path)));
for (const place of found) console.log(place);
console.log(`${files.length} files, ${found.length} with what looks like a secret`);
if (found.length > 0 || files.length === 0) process.exitCode = 1;

/** @param {string} path @returns {string} empty for what is no text or is gone */
function textOf(path) {
  const full = join(projectRoot, path);
  const facts = statSync(full, { throwIfNoEntry: false });
  if (!facts?.isFile() || facts.size > largest) return '';
  const bytes = readFileSync(full);
  return bytes.includes(0) ? '' : bytes.toString('utf8');
}
