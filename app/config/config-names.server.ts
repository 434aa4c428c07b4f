import { editDistance } from './edit-distance';

/**
 * What npm, Node, PostgreSQL's programs, systemd, the operating system, shells, compilers and tests
 * set, and what container engines write for services (`X_SERVICE_HOST`, `X_PORT_25_TCP`).
 */
const foreign = [
  /^(npm_|NPM_|NODE_|PG|LC_|SYSTEMD_|KUBERNETES_|XDG_|TEST_|VITEST)/,
  /^(HOSTNAME|HOSTTYPE|LANG|LANGUAGE|LOGNAME|LOGS_DIRECTORY|MAIL|MAILTO|MAILCHECK|MAILPATH)$/,
  /^[A-Z]*FLAGS_?$/,
  /_SERVICE_(HOST|PORT)(_\w+)?$/,
  /_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/,
];

/** First words that many programs use: alone they do not make a name look like ours. */
const commonWords = new Set(['APP', 'DATA', 'FILE', 'LOG', 'NODE']);

/** A name this long or longer is not the beginning of another by chance. */
const telling = 6;
/** The first letters of a word stand for it from so many on: ALERT_ for ALERTS_, ASSOC_ for ASSOCIATION_. */
const shortestWord = 4;

const plain = (name: string) => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
const firstWord = (name: string) => (name.includes('_') ? (name.split('_', 1)[0] ?? '') : '');

/** How many letters may differ: one in short names, three in long ones. */
const tolerance = (name: string) => Math.min(3, Math.max(1, Math.floor(plain(name).length / 4)));

/**
 * The variables that nothing reads but whose names look like ours: a slip of the pen would otherwise
 * leave a setting without effect unnoticed.
 * @param known the names the site reads
 * @returns each with the name that was probably meant
 */
export function findMistypedNames(
  given: Record<string, string | undefined>,
  known: readonly string[],
): { name: string; meant: string }[] {
  return Object.entries(given).flatMap(([name, value = '']) => {
    if (known.includes(name) || isForeign(name, value)) return [];
    const meant = findMeant(name, known);
    return meant ? [{ name, meant }] : [];
  });
}

function isForeign(name: string, value: string): boolean {
  if (name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value)) return true;
  if (plain(name) === 'FLAGS' || isSlipOfNodeEnv(name)) return false;
  return foreign.some((pattern) => pattern.test(name));
}

/** It alone makes a demonstration of a site in production, among the names that Node reads. */
const isSlipOfNodeEnv = (name: string) =>
  plain(name).startsWith('NODEENV') || editDistance(plain(name), 'NODEENV') === 1;

function findMeant(name: string, known: readonly string[]): string | undefined {
  const nearest = nearestName(name, known);
  if (nearest && editDistance(plain(name), plain(nearest)) <= tolerance(nearest)) return nearest;
  const longer = known.find(
    (ours) => plain(ours).length >= telling && plain(name).startsWith(plain(ours)),
  );
  if (longer) return longer;
  const shorter = known.filter((ours) => ours.startsWith(`${name.toUpperCase()}_`));
  if (name.includes('_') && shorter.length > 0) return nearestName(name, shorter);
  const word = firstWord(name.toUpperCase());
  if (commonWords.has(word)) return undefined;
  return nearestName(
    name,
    known.filter((ours) => word && standsFor(word, firstWord(ours))),
  );
}

const standsFor = (word: string, ours: string) =>
  word === ours || (word.length >= shortestWord && ours.startsWith(word));

/** The one of `names` that differs least from `name`; undefined when there are none. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const distance = (other: string) => editDistance(plain(name), plain(other));
  return names.toSorted((a, b) => distance(a) - distance(b))[0];
}
