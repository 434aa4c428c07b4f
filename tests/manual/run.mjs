import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../../scripts/ensure-built.mjs';
import { ensureChromium } from '../../scripts/find-chromium.mjs';
import { pathOfNode24 } from '../../scripts/node-24.mjs';
import { projectRoot } from '../../scripts/project-root.mjs';
import { exitOf } from '../../scripts/run-command.mjs';
import { SayAndStop } from '../../scripts/say-and-stop.mjs';
import { noCounts, playwrightCounts } from '../../scripts/test-counts.mjs';
import { copyRepository, offer } from './versions.mjs';

const require = createRequire(import.meta.url);

/** What the machine of the manual is made of, by a program of it and Debian's package. */
const needed = {
  nginx: 'nginx',
  openssl: 'openssl',
  git: 'git',
  ip: 'iproute2',
  pg_createcluster: 'postgresql',
  'systemd-analyze': 'systemd',
  'update-ca-certificates': 'ca-certificates',
};

/** @typedef {import('../../scripts/test-counts.mjs').Counts} Counts */

/**
 * Follows docs/OPERATIONS.md on machines inside this one: see README.md.
 * @param {string} reports folder for Playwright's reports
 * @param {string[]} args for Playwright
 * @returns {Promise<Counts>}
 */
export async function runManual(reports, args) {
  const why = obstacle();
  if (why) return skipped(`The manual is not followed here: ${why}.`);
  const chromium = ensureChromium();
  await ensureBuilt();
  // Not below a folder that gets a layer of its own.
  const scratch = mkdtempSync('/tmp/manual-');
  chmodSync(scratch, 0o755);
  const clear = () => rmSync(scratch, { recursive: true, force: true });
  process.once('exit', clear);
  for (const folder of ['modules', 'builds']) mkdirSync(join(scratch, folder));
  // A build is kept by whoever makes it, the user of the site.
  chmodSync(join(scratch, 'builds'), 0o1777);
  const { present, old } = copyRepository(scratch);
  makeAuthority(scratch);
  const follow = async (/** @type {Journey} */ { spec, version, guide }) => {
    offer(scratch, version);
    const report = join(reports, `${spec}.json`);
    const environment = {
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      MANUAL_SCRATCH: scratch,
      MANUAL_GUIDE: join(scratch, guide),
      MANUAL_VERSION: version,
      MANUAL_PRESENT: present,
    };
    return playwrightCounts(report, await enter([spec, ...args], environment));
  };
  const journey = { spec: 'journey.spec.ts', version: present, guide: 'present.md' };
  const counts = [await follow(journey)];
  if (old) counts.push(await follow({ spec: 'upgrade.spec.ts', version: old, guide: 'old.md' }));
  else counts.push(skipped('No upgrade: this clone has no older version with such a manual.'));
  return counts.reduce(sumOf);
}

/** @typedef {{ spec: string, version: string, guide: string }} Journey */

/**
 * @param {string} why
 * @returns {Counts}
 */
function skipped(why) {
  console.log(why);
  return { ...noCounts(), skipped: 1 };
}

/**
 * @param {Counts} one
 * @param {Counts} other
 * @returns {Counts}
 */
function sumOf(one, other) {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
    failures: [...one.failures, ...other.failures],
  };
}

/** @returns {string | undefined} why the manual cannot be followed on this machine */
function obstacle() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'that takes root on Linux';
  if (!existsSync(join(projectRoot, '.git'))) return 'the folder is no clone of the repository';
  const missing = Object.entries(needed).filter(([program]) => !isInstalled(program));
  if (missing.length > 0) {
    const packages = missing.map(([, name]) => name);
    console.log(`Installing Debian's ${packages.join(', ')} ...`);
    apt('update');
    apt('install', '--no-install-recommends', ...packages);
  }
  const absent = Object.keys(needed).filter((program) => !isInstalled(program));
  if (absent.length > 0) return `${absent.join(', ')} cannot be installed`;
  const layers =
    'mount -t tmpfs tmpfs /mnt && mkdir /mnt/{upper,work} && mount -t overlay -o lowerdir=/etc,upperdir=/mnt/upper,workdir=/mnt/work overlay /etc';
  const { status } = spawnSync('unshare', [...namespaces, 'bash', '-c', layers]);
  return status === 0 ? undefined : 'this machine allows no namespaces with layers of files';
}

const namespaces = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'];

/** @param {string} program */
function isInstalled(program) {
  return spawnSync('bash', ['-c', `command -v ${program}`]).status === 0;
}

/** @param {string[]} words */
function apt(...words) {
  spawnSync('apt-get', ['--yes', '--quiet=2', ...words], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/**
 * The authority that signs every certificate of the machine: in the place of the public ones.
 * @param {string} scratch
 */
function makeAuthority(scratch) {
  const name = '/CN=Authority of the manual';
  const command = `openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj '${name}' \\
    -addext keyUsage=critical,keyCertSign -keyout authority.key -out authority.crt`;
  const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: scratch, encoding: 'utf8' });
  if (status !== 0) throw new SayAndStop(`No authority could be made: ${stderr}`);
}

/**
 * Runs Playwright on a machine of its own.
 * @param {string[]} args
 * @param {Record<string, string>} environment
 * @returns {Promise<number>} its exit code
 */
function enter(args, environment) {
  const manifest = require.resolve('@playwright/test/package.json');
  const node = pathOfNode24();
  const config = fileURLToPath(new URL('playwright.config.ts', import.meta.url));
  const { MANUAL_SCRATCH: scratch = '' } = environment;
  const machine = ['bash', fileURLToPath(new URL('machine/enter.sh', import.meta.url)), scratch];
  const playwright = [node, join(dirname(manifest), 'cli.js'), 'test', '-c', config];
  const words = [...namespaces, ...machine, ...playwright, '--reporter=list,json', ...args];
  const child = spawn('unshare', words, {
    cwd: projectRoot,
    stdio: 'inherit',
    env: {
      ...process.env,
      BASE_URL: 'https://www.example.org',
      NODE_EXTRA_CA_CERTS: join(scratch, 'authority.crt'),
      MANUAL_NODE: node,
      ...environment,
    },
  });
  // With unshare goes whatever runs in its namespaces.
  return exitOf(child, 'SIGKILL');
}
