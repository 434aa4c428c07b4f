/**
 * Records what the built site answers at every address of its map, for each role, so that two
 * builds can be compared: `node scripts/record-pages.mjs FOLDER` writes it, and
 * `node scripts/record-pages.mjs FOLDER OTHER` prints the differences of two recordings.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { ensureBuilt } from './ensure-built.mjs';
import { orSayWhy } from './say-and-stop.mjs';
import { runBuiltSite } from './run-built-site.mjs';

const readers = ['visitor', 'member', 'admin', 'dev'];
/** Of addresses that differ only in an id, so many are asked for. */
const maxPerKind = 3;

/** @typedef {{ url: string, password: string }} Site */
/** @typedef {{ folder: string, site: Site, cookie: string }} Recording */

/**
 * @param {string} folder
 * @param {string} other
 */
function compare(folder, other) {
  const { status } = spawnSync('git', ['diff', '--no-index', folder, other], { stdio: 'inherit' });
  process.exitCode = status ?? 2;
}

/** @param {string} folder */
async function record(folder) {
  await ensureBuilt();
  const { module } = await runnerImport('./tests/e2e/steps/site-map.ts');
  const { module: more } = await runnerImport('./tests/e2e/steps/every-page.ts');
  /** @type {string[]} */
  const paths = [...module.addresses, ...more.everyPage].map(({ path }) => path);
  const site = await runBuiltSite();
  try {
    for (const reader of readers) {
      const cookie = await signIn(site, reader);
      const count = await recordAll({ folder: join(folder, reader), site, cookie }, paths);
      console.log(`${reader}: ${count} addresses`);
    }
  } finally {
    await site.stop();
  }
}

/**
 * @param {Site} site
 * @param {string} reader
 */
async function signIn(site, reader) {
  if (reader === 'visitor') return '';
  const answer = await fetch(`${site.url}/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ email: `${reader}@demo.example`, password: site.password }),
  });
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  return cookies.filter((cookie) => cookie.startsWith('__Host-session')).join('; ');
}

/**
 * Every address given, and those that their pages lead to.
 * @param {Recording} recording
 * @param {readonly string[]} paths
 */
async function recordAll(recording, paths) {
  mkdirSync(recording.folder, { recursive: true });
  const known = new Set(paths);
  const waiting = [...known];
  const kinds = new Map();
  const data = [];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const kind = withoutIds(path);
    const number = (kinds.get(kind) ?? 0) + 1;
    if (number > maxPerKind) continue;
    kinds.set(kind, number);
    const name = `${kind}${number > 1 ? ` ${number}` : ''}`;
    const { text, links } = await recordPage(recording, path);
    writeFileSync(join(recording.folder, `${name.replaceAll('/', '~')}.txt`), text);
    data.push(`${name} ${await dataAnswer(recording, path)}`);
    const found = links.filter((link) => hasId(link) && !known.has(link));
    for (const link of found) known.add(link);
    waiting.push(...found);
  }
  writeFileSync(join(recording.folder, 'data-answers.txt'), `${data.join('\n')}\n`);
  return data.length;
}

/**
 * @param {Recording} recording
 * @param {string} path
 */
async function recordPage({ site, cookie }, path) {
  const answer = await ask(site, path, cookie);
  const type = answer.headers.get('content-type') ?? '';
  const isRead = /html|json|xml|calendar|plain/.test(type) && !/event-stream/.test(type);
  const body = isRead ? await answer.text() : '';
  if (!isRead) await answer.body?.cancel();
  const isPage = type.includes('html');
  const links = isPage
    ? [...body.matchAll(/<a [^>]*href="(\/[^"#]*)"/g)].map(([, href = '']) => unescaped(href))
    : [];
  const head = [`${answer.status}`, ...headersOf(answer)].join('\n');
  const shown = isPage ? outline(body) : body;
  return { text: `${head}\n\n${normal(shown)}\n`, links };
}

/**
 * @param {Recording} recording
 * @param {string} path
 */
async function dataAnswer({ site, cookie }, path) {
  const [pathname = '', search] = path.split('?');
  const place = pathname === '/' ? '/_root.data' : `${pathname}.data`;
  const answer = await ask(site, search ? `${place}?${search}` : place, cookie);
  await answer.body?.cancel();
  return `${answer.status} ${answer.headers.get('content-type')}`;
}

/**
 * @param {Site} site
 * @param {string} path
 * @param {string} cookie
 */
const ask = (site, path, cookie) =>
  fetch(`${site.url}${path}`, { redirect: 'manual', headers: cookie ? { cookie } : {} });

const ownToEachAnswer = /^(content-length|date|etag|x-request-id|keep-alive|connection)$/;

/** @param {Response} answer */
function headersOf({ headers }) {
  return [...headers]
    .filter(([name]) => !ownToEachAnswer.test(name))
    .map(([name, value]) => `${name}: ${value.replaceAll(/(__Host-[\w-]+=)[^;]+/g, '$1…')}`)
    .map((line) => line.replaceAll(/( '(sha256|nonce)-[^']*')+/g, " 'allowed'"))
    .map(normal)
    .toSorted();
}

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** @param {string} path */
const hasId = (path) => path.search(uuid) >= 0 || /\/\d+$/.test(path);
/** @param {string} path */
const withoutIds = (path) => path.replace(uuid, 'ID').replace(/\/\d+$/, '/NUMBER');

/**
 * Replaces what is another in each answer: ids, moments, secrets, names of built files.
 * @param {string} text
 */
function normal(text) {
  return text
    .replace(uuid, 'ID')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/(\/assets\/[^"' ]*?)[.-][\w-]{8,}(\.\w+)/g, '$1$2')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d[^"<\s]*/g, 'MOMENT')
    .replaceAll(/\b\d{8}T\d{6}Z?\b/g, 'MOMENT')
    .replaceAll(/\b\d{1,2}:\d\d(:\d\d)?\b/g, 'TIME')
    .replaceAll(/_[rR]_[0-9a-z]*_/g, 'REACT-ID')
    .replaceAll(/\b([0-9a-f]{40,64}|[0-9a-f]{8})\b/g, 'HASH')
    .replaceAll(/[A-Za-z0-9_-]{43,}={0,2}/g, 'TOKEN');
}

const alone = new Set('br hr img meta link input col source wbr'.split(' '));
const part =
  /<!--[\s\S]*?-->|<!doctype[^>]*>|<\/([\w:-]+)\s*>|<(script|style)\b([^>]*)>[\s\S]*?<\/\2>|<([\w:-]+)((?:[^>"']|"[^"]*"|'[^']*')*)>|[^<]+/gi;

/**
 * The elements of a page, one on each line, with their attributes in order. Comments, scripts and what
 * is loaded ahead are no part of what a page says.
 * @param {string} html
 */
function outline(html) {
  let depth = 0;
  let words = '';
  /** @type {string[]} */
  const lines = [];
  /** @param {string} line */
  const add = (line) => lines.push(`${'  '.repeat(Math.min(depth, 20))}${line}`);
  const endWords = () => {
    if (words.trim() !== '') add(words.replaceAll(/\s+/g, ' ').trim());
    words = '';
  };
  for (const [text, closed, raw, , opened, attributes = ''] of html.matchAll(part)) {
    if (raw || text.startsWith('<!')) continue;
    if (closed) {
      endWords();
      depth -= 1;
    } else if (opened) {
      if (/rel="(modulepreload|preload)"/.test(attributes)) continue;
      endWords();
      add([opened, ...attributesOf(attributes)].join(' '));
      if (!alone.has(opened.toLowerCase())) depth += 1;
    } else words += unescaped(text);
  }
  endWords();
  return lines.join('\n');
}

/** @param {string} text */
const attributesOf = (text) =>
  [...text.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)]
    .map(([, name = '', value = '']) => `${name.toLowerCase()}="${unescaped(value)}"`)
    .filter((attribute) => !attribute.startsWith('nonce='))
    .toSorted();

/** @param {string} text */
const unescaped = (text) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

await orSayWhy(async () => {
  const [folder, other] = process.argv.slice(2);
  if (!folder) throw new Error('Name a folder to write to, or two to compare.');
  if (other) compare(folder, other);
  else await record(folder);
});
