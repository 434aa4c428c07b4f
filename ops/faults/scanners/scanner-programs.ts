/** How Debian's scanners are called, and how what they say becomes a list of findings. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

/** What a scanner is let loose on. */
export type Target = {
  url: string;
  /** The same, but that nobody can sign out there. */
  gate: string;
  /** Of someone signed in; empty for a visitor. */
  cookie: string;
  /** Pages to begin with, besides the first one. */
  starts: readonly string[];
  /** Addresses with parameters. */
  questions: readonly string[];
  /** Answers in place of the scanner's own server in the internet, which it looks for otherwise. */
  endpoint: string;
  /** An empty folder for what the scanner writes. */
  folder: string;
  seconds: number;
};

export type Scan = {
  findings: string[];
  /** Everything printed. */
  output: string;
};

export type Scanner = (target: Target) => Promise<Scan>;

/** Runs a program until it ends or its time is over. @returns all it printed */
async function run(program: string, args: readonly string[], seconds: number): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', reject);
  });
  const over = new AbortController();
  const limit = pause(seconds * 1_000, 'late', { signal: over.signal }).catch(() => 'ended');
  if ((await Promise.race([ended, limit])) === 'late' && child.pid) {
    // With what it has started itself.
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  }
  over.abort();
  return output;
}

export const nikto: Scanner = async ({ url, cookie, folder, seconds }) => {
  const [name = '', value = ''] = cookie.split('=');
  const settings = readFileSync('/etc/nikto/config.txt', 'utf8')
    .replace('UPDATES=yes', 'UPDATES=no')
    .replace(/^RFIURL=.*$/m, 'RFIURL=http://127.0.0.1/nowhere?')
    .concat(cookie ? `\nSTATIC-COOKIE="${name}"="${value}"\n` : '\n');
  const file = join(folder, 'nikto.conf');
  writeFileSync(file, settings);
  const args = ['-config', file, '-host', url, '-maxtime', `${seconds}s`, '-nointeractive'];
  const output = await run('nikto', [...args, '-ask', 'no', '-nolookup'], seconds + 30);
  const findings = output
    .split('\n')
    .filter((line) => line.startsWith('+ ') && !/^\+ (Target|Start|End|\d+ host)/.test(line))
    .map((line) => line.slice(2).trim());
  return { findings, output };
};

/** Those that need nothing from the internet and no list of passwords. */
const wapitiModules =
  'backup,blindsql,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,ssrf,xss,xxe';

const wapitiReport = z.object({
  vulnerabilities: z.record(z.string(), z.array(z.unknown())),
  anomalies: z.record(z.string(), z.array(z.unknown())),
  infos: z.object({ crawled_pages_nbr: z.number().optional() }).loose(),
});
const wapitiFinding = z.object({ method: z.string(), path: z.string(), info: z.string() });

export const wapiti: Scanner = async ({ gate, cookie, starts, questions, endpoint, ...rest }) => {
  const { folder, seconds } = rest;
  const report = join(folder, 'wapiti.json');
  const each = Math.ceil((seconds * 0.7) / wapitiModules.split(',').length);
  const args = [
    ['-u', `${gate}/`, '--scope', 'domain', '-m', wapitiModules, '-d', '4'],
    [...starts, ...questions].flatMap((path) => ['-s', `${gate}${path}`]),
    cookie ? ['-H', `Cookie: ${cookie}`] : [],
    ['--max-scan-time', String(Math.ceil(seconds * 0.3)), '--max-attack-time', String(each)],
    ['--endpoint', endpoint, '--store-session', folder, '--store-config', folder],
    ['--flush-session', '--no-bugreport', '-v', '1', '-t', '10', '-f', 'json', '-o', report],
  ].flat();
  const output = await run('wapiti', args, seconds * 2 + 60);
  if (!existsSync(report)) return { findings: ['wapiti wrote no report'], output };
  const { vulnerabilities, anomalies } = wapitiReport.parse(
    JSON.parse(readFileSync(report, 'utf8')),
  );
  const findings = [...Object.entries(vulnerabilities), ...Object.entries(anomalies)].flatMap(
    ([kind, list]) =>
      list.map((one) => {
        const { method, path, info } = wapitiFinding.parse(one);
        return `${kind}: ${method} ${path}: ${info}`;
      }),
  );
  return { findings, output };
};

export const sqlmap: Scanner = async ({ gate, cookie, questions, folder, seconds }) => {
  const list = join(folder, 'questions.txt');
  writeFileSync(list, questions.map((path) => `${gate}${path}\n`).join(''));
  const always = [
    ['--batch', '--disable-coloring', '--flush-session', '--drop-set-cookie'],
    ['--dbms', 'PostgreSQL', '--time-sec', '2', '--timeout', '10', '--retries', '1'],
    ['--output-dir', join(folder, 'sqlmap'), '--threads', '2'],
    cookie ? ['--cookie', cookie] : [],
  ].flat();
  const addresses = await run('sqlmap', ['-m', list, '--level', '1', ...always], seconds / 2);
  const crawl = ['-u', `${gate}/`, '--crawl', '3', '--forms', '--smart'];
  const forms = await run('sqlmap', [...crawl, ...always], seconds / 2);
  const output = `${addresses}\n${forms}`;
  const findings = output
    .split('\n')
    .filter((line) =>
      /(?<!not )appears? to be .*injectable|is vulnerable|might be injectable|^Parameter: /.test(
        line,
      ),
    )
    .map((line) => line.replace(/^.*\[[\d:]+\] \[\w+\] /, ''));
  return { findings: [...findings, ...csvRows(join(folder, 'sqlmap'))], output };
};

/** What sqlmap is sure of it writes into a table, whose first line is the heading. */
function csvRows(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.csv'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n').slice(1))
    .filter((row) => /,[BEUSTQ]+,/.test(row))
    .map((row) => `injectable: ${row}`);
}
