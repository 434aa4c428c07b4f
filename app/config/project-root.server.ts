import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder of `package.json`, wherever this code runs from (sources, tests or `build/server`):
 * demonstration content is read from there.
 */
export function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('package.json is not in any folder above the program');
    folder = parent;
  }
  return folder;
}
