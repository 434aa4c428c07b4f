/**
 * Versions with a published weakness, package by package, and why. A lock file that brings one of
 * them back, by hand or by resolving ranges anew, fails `npm run check`. Where a weakness of a
 * package we use becomes known, its line comes here together with the newer version.
 */

/**
 * @typedef {object} Floor
 * @property {string} name
 * @property {string} below the first version without the weakness
 * @property {string} [from] the first version with it; absent: all older ones
 * @property {string} why
 */

/** @type {readonly Floor[]} */
export const floors = [
  { name: 'better-auth', below: '1.7.7', why: 'published weaknesses in sign-in and sessions' },
  { name: '@better-auth/core', below: '1.7.7', why: 'has to be that of better-auth' },
  {
    name: 'react-router',
    below: '8.4.0',
    why: 'forged requests to actions and redirects to scripts (CVE-2026-22030, CVE-2026-22029)',
  },
  {
    name: '@react-router/node',
    below: '8.4.0',
    why: 'session files outside their folder (CVE-2025-61686)',
  },
  {
    name: 'hono',
    below: '4.12.4',
    why: 'the limit of a body could be passed (CVE-2025-59139), encoded slashes passed guards',
  },
  { name: '@hono/node-server', below: '1.19.10', why: 'encoded slashes passed guards of files' },
  {
    name: 'nodemailer',
    below: '7.0.11',
    why: 'mail to another domain (CVE-2025-13033), endless recursion (CVE-2025-14874)',
  },
  { name: 'drizzle-orm', below: '0.45.2', why: 'SQL injection through identifiers' },
  { name: 'pg', below: '7.1.2', why: 'code execution by column names (CVE-2017-16082)' },
  { name: 'zod', below: '3.22.3', why: 'slow expression for e-mail addresses (CVE-2023-4316)' },
  { name: 'file-type', below: '21.3.1', why: 'endless loop on a malformed file' },
  { name: 'sharp', below: '0.32.6', why: 'code execution by a picture (CVE-2023-4863)' },
  { name: 'pdfjs-dist', below: '4.2.67', why: 'scripts by a PDF (CVE-2024-4367)' },
  { name: 'mammoth', below: '1.11.0', why: 'reads files of the server (CVE-2025-11849)' },
  { name: 'jszip', below: '3.8.0', why: 'paths outside the archive (CVE-2022-48285)' },
  { name: 'underscore', below: '1.12.1', why: 'code in templates (CVE-2021-23358)' },
  { name: '@xmldom/xmldom', below: '0.8.4', why: 'several roots in a document (CVE-2022-39353)' },
  { name: 'linkifyjs', below: '4.3.2', why: 'prototype pollution (CVE-2025-8101)' },
  { name: 'jose', below: '4.15.5', why: 'exhaustion by compressed tokens (CVE-2024-28176)' },
  { name: 'nanoid', below: '3.3.8', why: 'predictable results (CVE-2024-55565)' },
  { name: 'lodash', below: '4.17.21', why: 'code in templates (CVE-2021-23337)' },
  { name: 'cookie', below: '0.7.0', why: 'fields by a name of a cookie (CVE-2024-47764)' },
  { name: 'qs', below: '6.14.1', why: 'exhaustion by arrays (CVE-2025-15284)' },
  { name: 'undici', below: '6.21.2', why: 'memory leak by certificates (CVE-2025-47279)' },
  { name: 'path-to-regexp', from: '4.0.0', below: '6.3.0', why: 'slow paths (CVE-2024-45296)' },
  { name: 'path-to-regexp', from: '7.0.0', below: '8.0.0', why: 'slow paths (CVE-2024-45296)' },
  { name: 'ws', from: '7.0.0', below: '7.5.10', why: 'crash by many headers (CVE-2024-37890)' },
  { name: 'ws', from: '8.0.0', below: '8.17.1', why: 'crash by many headers (CVE-2024-37890)' },
  { name: 'koa', below: '2.15.4', why: 'slow expression for a header (CVE-2025-25200)' },
  { name: 'form-data', from: '4.0.0', below: '4.0.4', why: 'guessable parts (CVE-2025-7783)' },
  { name: 'semver', from: '7.0.0', below: '7.5.2', why: 'slow ranges (CVE-2022-25883)' },
  { name: 'semver', below: '6.3.1', why: 'slow ranges (CVE-2022-25883)' },
  { name: 'js-yaml', below: '3.14.2', why: 'prototype pollution (CVE-2025-64718)' },
  { name: 'js-yaml', from: '4.0.0', below: '4.1.1', why: 'prototype pollution (CVE-2025-64718)' },
  { name: 'fast-xml-parser', below: '4.2.4', why: 'slow entities (CVE-2023-34104)' },
  { name: 'postcss', below: '8.4.31', why: 'line breaks in comments (CVE-2023-44270)' },
  { name: 'vite', below: '7.1.11', why: 'development server gives out files (CVE-2025-62522)' },
  { name: 'esbuild', below: '0.25.0', why: 'development server answers other sites' },
];

/**
 * Where an old version is known and does no harm: none of these runs when the site serves.
 * @type {Readonly<Record<string, string>>} place in the lock file -> reason
 */
export const harmless = {
  'node_modules/fast-xml-parser': 'inside the object store that only tests start',
  'node_modules/@esbuild-kit/core-utils/node_modules/esbuild':
    'compiles the schema when migrations are written; its server is never started',
};

/**
 * @param {Record<string, { version?: string }>} packages of a lock file
 * @returns {string[]} one line for each version below its floor
 */
export function belowFloors(packages) {
  return Object.entries(packages).flatMap(([path, { version }]) => {
    const name = path.split('node_modules/').at(-1);
    if (!version || path in harmless) return [];
    return floors
      .filter((floor) => floor.name === name && isWithin(version, floor))
      .map(({ below, why }) => `${path} ${version} is older than ${below}: ${why}`);
  });
}

/**
 * @param {string} version
 * @param {Floor} floor
 */
function isWithin(version, { from = '0.0.0', below }) {
  return compare(version, from) >= 0 && compare(version, below) < 0;
}

/**
 * By the three numbers; a version before a release counts as older than the release.
 * @param {string} one
 * @param {string} other
 */
function compare(one, other) {
  const [a, b] = [one, other].map((version) => version.split('-', 1)[0]?.split('.').map(Number));
  for (const place of [0, 1, 2]) {
    const difference = (a?.[place] ?? 0) - (b?.[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return Number(other.includes('-')) - Number(one.includes('-'));
}
