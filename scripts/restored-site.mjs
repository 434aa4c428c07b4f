import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverFile } from './ensure-built.mjs';
import { pathOfNode24 } from './node-24.mjs';
import { projectRoot } from './project-root.mjs';
import { runBuiltSite } from './run-built-site.mjs';
import { SayAndStop } from './say-and-stop.mjs';
import { createTemporaryDatabase } from './temporary-database.mjs';

/**
 * What happens after a loss, or when the site grows: a demonstration site on the embedded database is
 * backed up and restored on an empty PostgreSQL server, where a second backup has the same checksums.
 * @returns {Promise<import('./run-built-site.mjs').BuiltSite>} the restored site, once it serves
 * @throws {SayAndStop} when a command refuses, or the two backups differ
 */
export async function runRestoredSite() {
  const database = await createTemporaryDatabase(process.env.TEST_DATABASE_URL);
  if (!database)
    throw new SayAndStop('TEST_DATABASE_URL names no PostgreSQL server to restore on.');
  const folder = mkdtempSync(join(tmpdir(), 'restored-site-'));
  chmodSync(folder, 0o755);
  const cleanUp = async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  };
  const password = randomBytes(12).toString('base64url');
  const small = { DATA_DIR: join(folder, 'small'), DATABASE_URL: '' };
  const grown = { DATA_DIR: join(folder, 'grown'), DATABASE_URL: database.url };
  try {
    const first = await runBuiltSite({ ...small, DEMO_PASSWORD: password });
    await first.stop();
    const [before, after] = [join(folder, 'before'), join(folder, 'after')];
    admin(['backup', before], small);
    // A backup holds no secret: it goes to the new site by itself.
    cpSync(join(folder, 'small', 'secret'), join(folder, 'grown', 'secret'));
    admin(['restore', before], grown);
    admin(['backup', after], grown);
    compare(before, after);
    const site = await runBuiltSite({ ...grown, DEMO_PASSWORD: password });
    const stop = async () => {
      try {
        await site.stop();
      } finally {
        await cleanUp();
      }
    };
    return { ...site, password, databaseUrl: database.url, stop };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

/**
 * @param {string[]} command of `npm run admin`
 * @param {Record<string, string>} environment
 */
function admin(command, environment) {
  const { status, stdout, stderr } = spawnSync(
    pathOfNode24(),
    [fileURLToPath(serverFile), 'admin', ...command],
    { cwd: projectRoot, encoding: 'utf8', env: { ...process.env, DEMO: '1', ...environment } },
  );
  if (status !== 0)
    throw new SayAndStop(`admin ${command.join(' ')}: ${status}\n${stdout}${stderr}`);
}

/** What the backups and the restore themselves have written. */
const written = new Set(['audit_entries']);

/**
 * @param {string} before
 * @param {string} after stores with one backup each
 */
function compare(before, after) {
  const [one, two] = [before, after].map(contentsOf);
  if (JSON.stringify(one) !== JSON.stringify(two)) {
    const differing = Object.keys(one ?? {}).filter((name) => one?.[name] !== two?.[name]);
    throw new SayAndStop(`After the restore something is different: ${differing.join(', ')}.`);
  }
  const rows = Object.keys(one ?? {}).length;
  console.log(`Restored on PostgreSQL: ${rows} tables and files have the same checksums.`);
}

/**
 * @param {string} store with one backup
 * @returns {Record<string, string>} the checksums of each table and file
 */
function contentsOf(store) {
  const [night = ''] = readdirSync(join(store, 'nights'));
  /** @type {{ tables: { name: string, parts: { sha256: string }[] }[], files: { key: string, sha256: string }[] }} */
  const { tables, files } = JSON.parse(
    readFileSync(join(store, 'nights', night, 'manifest.json'), 'utf8'),
  );
  return Object.fromEntries([
    ...tables
      .filter(({ name }) => !written.has(name))
      .map(({ name, parts }) => [name, parts.map(({ sha256 }) => sha256).join()]),
    ...files.map(({ key, sha256 }) => [key, sha256]),
  ]);
}
