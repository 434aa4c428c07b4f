import { isAbsolute } from 'node:path';
import { isLoopback } from './is-loopback';

/** What is wrong with one variable: its name, and what to do. */
export type Problem = [name: string, message: string];

const example = 'such as https://www.example.org';
const label = '[a-z0-9]([a-z0-9-]*[a-z0-9])?';
const hostName = new RegExp(String.raw`^(${label}(\.${label})*|\[[0-9a-f:.]+\])$`);

/** What is wrong with ORIGIN, the scheme and the host of the site and nothing more; null if nothing is. */
export function originProblem(text: string): string | null {
  const url = URL.parse(text);
  if (!url || !/^https?:\/\//i.test(text)) return `must be an address ${example}`;
  if (text.includes('@')) return `must not have a user or password: ${example}`;
  if (/[?#]/.test(text)) return `must end with the host, without ? or #: ${example}`;
  if (url.pathname !== '/' || /[\\]|\/\/.*\/./.test(text)) {
    return `must not have a path, the site answers at the top of its host: ${example}`;
  }
  if (/\s/.test(text) || !hostName.test(url.hostname)) return `has no usable host name: ${example}`;
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return 'must begin with https://; without it nobody can sign in except on this machine itself';
  }
  return null;
}

/** Distinct characters: 32 random hexadecimal digits have fewer once in a hundred million times. */
const fewestCharacters = 8;
const shortest = 32;
const placeholder = /openssl|^<.*>$|change.?me|replace.?me|placeholder|example|your.?secret/i;
const makeSecret = 'make one with: openssl rand -hex 32';

/** Of random text nearly all groups of three characters differ, of a word written again few do. */
function repeatsItself(secret: string): boolean {
  const groups = Array.from({ length: secret.length - 2 }, (_none, at) => secret.slice(at, at + 3));
  return new Set(groups).size < groups.length * 0.6;
}

const keyboard = 'qwertyuiop asdfghjkl zxcvbnm azertyuiop qsdfghjklm wxcvbn qwertzuiop yxcvbnm';

/** Whether most characters are neighbours of the one before: one in five is by chance. */
function isInOrder(secret: string): boolean {
  const text = secret.toLowerCase();
  const pairs = Array.from({ length: text.length - 1 }, (_none, at) => text.slice(at, at + 2));
  const isNext = (pair: string) => {
    const backwards = [...pair].toReversed().join('');
    const step = pair.charCodeAt(1) - pair.charCodeAt(0);
    return Math.abs(step) <= 1 || keyboard.includes(pair) || keyboard.includes(backwards);
  };
  return pairs.filter(isNext).length > pairs.length / 2;
}

/** What makes a secret easy to guess; null when nothing does that can be seen. */
export function secretProblem(secret: string): string | null {
  const why = (() => {
    if (Buffer.byteLength(secret) < shortest) return `is shorter than ${shortest} bytes`;
    if (placeholder.test(secret)) return 'is the text of an example';
    if (new Set(secret).size < fewestCharacters) return 'has too few different characters';
    if (repeatsItself(secret)) return 'repeats itself';
    if (isInOrder(secret)) return 'follows the order of the alphabet, of digits or of a keyboard';
    return null;
  })();
  return why && `${why}; ${makeSecret}`;
}

/** Requirements of production beyond those of single values. */
export function productionProblems({
  APP_SECRET: secret,
  ORIGIN: origin,
}: Record<string, string | undefined>): Problem[] {
  const missing = 'must be set when NODE_ENV is production';
  const weakness = secret === undefined ? `${missing}; ${makeSecret}` : secretProblem(secret);
  return [
    ...(weakness === null ? [] : [['APP_SECRET', weakness] satisfies Problem]),
    ...(origin === undefined ? [['ORIGIN', `${missing}, ${example}`] satisfies Problem] : []),
  ];
}

const provider = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'];

/** The hosted sign-in provider has all three settings or none. */
export function providerProblems(given: Record<string, string | undefined>): Problem[] {
  const missing = provider.filter((name) => given[name] === undefined);
  if (missing.length === provider.length) return [];
  return missing.map((name) => [name, `must be set too, or none of ${provider.join(', ')}`]);
}

/** Other addresses of a database are of one that is given. */
export function databaseProblems(given: Record<string, string | undefined>): Problem[] {
  if (given.DATABASE_URL !== undefined) return [];
  return ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL']
    .filter((name) => given[name] !== undefined)
    .map((name) => [name, 'needs DATABASE_URL; the embedded database has one address']);
}

/** The problem with FILE_STORE_URL without its value, which holds a secret; null if there is none. */
export function fileStoreProblem(text: string): string | null {
  const shape =
    'must be an address such as https://KEY:SECRET@s3.example.org/bucket?region=eu-central-1';
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return shape;
  if (!url.username || !url.password) return `has no key or no secret: ${shape}`;
  if (!/^\/[^/]+\/?$/.test(url.pathname)) return `has no bucket, or more than one: ${shape}`;
  if (!isDecodable(url)) return 'has a % that stands for nothing: percent-encode key and secret';
  if (url.hash || [...url.searchParams.keys()].some((name) => name !== 'region')) {
    return 'may end in ?region=… and nothing else: percent-encode special characters in key and secret';
  }
  return null;
}

/** What is wrong with BACKUP_STORE, a folder or an address such as that of the file store; null if nothing is. */
export function backupStoreProblem(text: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return fileStoreProblem(text);
  if (isAbsolute(text)) return null;
  return 'must be a folder with its whole path, such as /var/backups/association/site, or the address of a bucket';
}

/** What is wrong with WAL_ARCHIVE, without its value, which may be an address with a secret; null if nothing is. */
export function walArchiveProblem(text: string): string | null {
  if (isAbsolute(text)) return null;
  return 'must be a folder of this machine with its whole path, such as /var/backups/association/wal; with BACKUP_STORE the site moves the log from there to the store';
}

/** Whether two letters are the code of a language (ISO 639-1). */
export const isLanguageCode = (code: string): boolean =>
  /^[a-z]{2}$/.test(code) && languageNames.of(code) !== undefined;

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** The problem with DATABASE_URL without its value, which holds a password; null if there is none. */
export function databaseUrlProblem(text: string): string | null {
  const url = URL.parse(text);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    return 'must be an address such as postgresql://user:password@host/database';
  }
  if (!isDecodable(url)) return 'has a % that stands for nothing: percent-encode user and password';
  return null;
}

function isDecodable(url: URL): boolean {
  try {
    decodeURIComponent(`${url.username}${url.password}${url.pathname}`);
    return true;
  } catch {
    return false;
  }
}

/** What is wrong with CLAMD_ADDRESS; null if nothing is. */
export function scannerProblem(text: string): string | null {
  if (/^\/\S+$/.test(text)) return null;
  const [, port] = /^(?:[\w.-]+|\[[0-9a-f:.]+\]):(\d{1,5})$/i.exec(text) ?? [];
  if (port && Number(port) > 0 && Number(port) < 65_536) return null;
  return 'must be host:port such as 127.0.0.1:3310, or the path of a socket such as /run/clamav/clamd.ctl';
}
