/** Patterns of secrets, and places with harmless look-alikes. */

/** @type {readonly { name: string, pattern: RegExp }[]} */
const patterns = [
  { name: 'private key', pattern: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----/ },
  { name: 'access key of a cloud', pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/ },
  { name: 'key of a cloud', pattern: /\bAIza[\w-]{35}\b/ },
  { name: 'token of a code host', pattern: /\b(?:gh[pousr]_|github_pat_|glpat-)[\w-]{20,}/ },
  { name: 'token of a package registry', pattern: /\bnpm_[A-Za-z0-9]{36}\b/ },
  { name: 'token of a chat', pattern: /\bxox[abeprs]-[\w-]{10,}/ },
  { name: 'live key of a payment service', pattern: /\b[sr]k_live_\w{16,}/ },
  { name: 'signed token', pattern: /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/ },
  {
    name: 'password in an address',
    pattern: /\b[a-z][a-z0-9+]*:\/\/[^\s:/@'"`$<{]+:([^\s:/@'"`$<{]{3,})@/,
  },
  {
    name: 'secret in a setting',
    pattern:
      /(?:secret|token|passwd|password|pwd|api[_-]?key)\w*["']?\s*[:=]\s*["'`]?(?=[\w+/=.-]*\d)(?=[\w+/=.-]*[A-Za-z])([\w+/=-]{24,})(?![\w(.])/i,
  },
  {
    name: 'long random text',
    pattern:
      /["'`](?=[\w+/=-]*\d)(?=[\w+/=-]*[A-Z])(?=[\w+/=-]*[a-z])([A-Za-z0-9+/_-]{40,}={0,2})["'`]/,
  },
];

/** Placeholders for a reader's own secret. */
const placeholder =
  /^(?:password|passwort|secret|geheim|changeme|example|x+|\.+|demo-password-\d+)$/i;

/**
 * Made-up values that tests need.
 * @type {Readonly<Record<string, string>>} value -> why it is none
 */
const known = {
  word: 'password of a mail server that does not exist',
  hush: 'password of servers that do not exist',
  'hush%': 'the same, encoded wrongly',
  'p%2Fq': 'made up, with an encoded slash',
  S3RVER: 'fixed access key of the object store that tests start',
  GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ: 'test vector of RFC 6238',
  '/invitation/3q2-7wAAbbCCddEEffGG00112233445566778899': 'made up for the scrubbing of links',
};

/** Files in which long random text is what they are for. */
const withHashes = new Set(['package-lock.json']);

/**
 * @param {string} path of the file
 * @param {string} text of the file
 * @returns {string[]} one line for each place; the secret itself is not repeated
 */
export function secretsIn(path, text) {
  if (withHashes.has(path)) return [];
  return text.split('\n').flatMap((line, index) =>
    patterns.flatMap(({ name, pattern }) => {
      const found = pattern.exec(line);
      const value = found?.[1] ?? '';
      if (!found || placeholder.test(value) || Object.hasOwn(known, value)) return [];
      return [`${path}:${index + 1}: ${name}`];
    }),
  );
}
