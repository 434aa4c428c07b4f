/**
 * Fails when package-lock.json leaves out an optional package of another platform, or names a
 * version with a known weakness. npm writes such a lock file without a word when the registry did
 * not have that package yet, and `npm ci` then refuses to install it anywhere.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root.mjs';
import { belowFloors } from './version-floors.mjs';

/** @type {Record<string, { version?: string, optionalDependencies?: Record<string, string> }>} */
const packages = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')).packages;

const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
  Object.keys(optionalDependencies)
    .filter((name) => !isInstalledFor(path, name))
    .map((name) => `${name}, wanted by ${path || 'package.json'}`),
);
for (const entry of missing) console.log(`not in package-lock.json: ${entry}`);
const weak = belowFloors(packages);
for (const entry of weak) console.log(entry);
console.log(
  `${Object.keys(packages).length} packages, ${missing.length} missing, ${weak.length} with a known weakness`,
);
if (missing.length + weak.length > 0) process.exitCode = 1;

/**
 * A package finds its dependencies as Node does: in its own node_modules, then in those above.
 * @param {string} path of the package that wants it
 * @param {string} name of what it wants
 */
function isInstalledFor(path, name) {
  const folders = path.split(/\/?node_modules\//);
  return folders.some((_, index) => {
    const above = folders.slice(0, folders.length - index).filter(Boolean);
    return [...above, name].map((folder) => `node_modules/${folder}`).join('/') in packages;
  });
}
