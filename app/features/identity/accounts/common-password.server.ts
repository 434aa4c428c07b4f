import list from './common-passwords.txt?raw';

/** OWASP ASVS 5.0, 6.2.1 and 6.2.9; counted in Unicode code points (NIST SP 800-63B, 3.1.1.2). */
export const passwordLength = { minimum: 12, maximum: 128 } as const;

export type PasswordWeakness = 'common' | 'contains-personal' | 'too-short' | 'too-long';

type PasswordContext = {
  /** The address of the account the password is for. */
  email?: string;
  /** Names of the person, the association and the site; each is looked for as a whole. */
  names?: string[];
};

/** Below this, a name turns up in good passwords by chance ("Jo" in "major"). */
const shortestPersonalTerm = 4;
const shortestRun = 3;
const longestRepeatedUnit = 4;
const leastRepetitions = 3;

/** Lines along which fingers or the mind run; digits and the Latin alphabet close to a ring. */
const runLines = [
  '0123456789'.repeat(2),
  'abcdefghijklmnopqrstuvwxyz'.repeat(2),
  'αβγδεζηθικλμνξοπρστυφχψω',
  'абвгдежзийклмнопрстуфхцчшщъыьэюя',
  // Rows of the usual keyboards, then the slanting columns of a QWERTY one.
  ...'qwertyuiop asdfghjkl zxcvbnm qwertzuiop yxcvbnm azertyuiop qsdfghjklm wxcvbn'.split(' '),
  ...'йцукенгшщзхъ фывапролджэ ячсмитьбю !@#$%^&*()'.split(' '),
  ...'1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm 8ik, 9ol.'.split(' '),
].flatMap((line) => [line, [...line].toReversed().join('')]);

let listed: Set<string> | undefined;

/** The list as a set, built at the first question and kept (about 17,000 short strings). */
function commonPasswords(): Set<string> {
  listed ??= new Set(list.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#')));
  return listed;
}

/**
 * Whether a password is one an attacker tries first. Letter case and Unicode form do not count.
 * Refused are: an entry of `common-passwords.txt`; an entry with nothing but digits, spaces and
 * punctuation put around or between it ("Summer-2027!"); an entry said several times over; one to
 * four characters repeated to the end; and a password that consists of nothing but runs of three
 * or more along the alphabet, the digits or a keyboard ("1234qwerasdf"). No kind of character is
 * ever required (NIST SP 800-63B, 3.1.1.2; OWASP ASVS 5.0, 6.2.4 and 6.2.5).
 * @param password as typed; longer than `passwordLength.maximum` is never common
 */
export function isCommonPassword(password: string): boolean {
  if (lengthOf(password) > passwordLength.maximum) return false;
  const folded = password.normalize('NFKC').toLowerCase();
  return isRepeatedUnit(folded) || isMadeOfRuns(folded) || isListed(folded);
}

/**
 * Why a new password is refused, or null when it may be used. Length is judged first.
 * @param password as typed; it is compared in a folded form and never changed
 * @param context what the password must not contain. Of the e-mail address: the whole, the part
 *   before the @, and what dots, hyphens, underscores and plus signs divide it into. Capitals,
 *   accents, spaces and punctuation are ignored; terms under four characters are not looked for
 *   (OWASP ASVS 5.0, 6.2.11).
 */
export function passwordWeakness(
  password: string,
  context: PasswordContext,
): PasswordWeakness | null {
  const length = lengthOf(password);
  if (length < passwordLength.minimum) return 'too-short';
  if (length > passwordLength.maximum) return 'too-long';
  if (isCommonPassword(password)) return 'common';
  return containsPersonalTerm(password, context) ? 'contains-personal' : null;
}

/** Composed first, so that an accented letter counts once whatever keyboard it came from. */
function lengthOf(password: string): number {
  return [...password.normalize('NFC')].length;
}

function isListed(folded: string): boolean {
  const wordsOnly = folded.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
  const core = wordsOnly.replaceAll(/^\P{L}+|[^\p{L}\p{M}]+$/gu, '');
  const withoutLead = folded.replace(/^\P{L}+/u, '');
  return [folded, withoutLead, core].some((text) => {
    const unit = text.slice(0, repeatedUnitLength(text));
    return hasListedStart(text) || hasListedStart(unit);
  });
}

/** Whether an entry is left when digits, spaces and punctuation are taken off the end one by one. */
function hasListedStart(text: string): boolean {
  const common = commonPasswords();
  let start = text;
  while (start !== '') {
    if (common.has(start)) return true;
    if (/[\p{L}\p{M}]$/u.test(start)) return false;
    start = start.slice(0, -1);
  }
  return false;
}

/** Length of the shortest beginning that makes up the whole text when said again and again. */
function repeatedUnitLength(text: string): number {
  for (let length = 1; length <= text.length / 2; length += 1) {
    if (text.length % length === 0 && isRepetitionOf(text, length)) return length;
  }
  return text.length;
}

/** Whether the first `length` characters recur to the end, where they may be cut short. */
function isRepetitionOf(text: string, length: number): boolean {
  return text.startsWith(text.slice(length)) && length < text.length;
}

function isRepeatedUnit(text: string): boolean {
  const longest = Math.min(longestRepeatedUnit, Math.floor(text.length / leastRepetitions));
  for (let length = 1; length <= longest; length += 1) {
    if (isRepetitionOf(text, length)) return true;
  }
  return false;
}

/** Whether the text can be cut, without remainder, into runs of three characters or more. */
function isMadeOfRuns(text: string): boolean {
  const cuts = new Set([0]);
  for (let start = 0; start < text.length; start += 1) {
    const furthest = cuts.has(start) ? start + runLength(text, start) : 0;
    for (let end = start + shortestRun; end <= furthest; end += 1) cuts.add(end);
  }
  return text !== '' && cuts.has(text.length);
}

/** How far, from `start`, the text goes along one line or stays on one character. */
function runLength(text: string, start: number): number {
  const onOneCharacter = /^(.)\1*/su.exec(text.slice(start))?.[0].length ?? 0;
  return runLines.reduce((longest, line) => {
    let end = start;
    while (end < text.length && line.includes(text.slice(start, end + 1))) end += 1;
    return Math.max(longest, end - start);
  }, onOneCharacter);
}

function containsPersonalTerm(password: string, context: PasswordContext): boolean {
  const { email = '', names = [] } = context;
  const localPart = email.split('@')[0] ?? '';
  const terms = [email, localPart, ...localPart.split(/[.\-_+]/), ...names];
  const plainPassword = plain(password);
  return terms
    .map(plain)
    .some((term) => [...term].length >= shortestPersonalTerm && plainPassword.includes(term));
}

/** Letters and digits alone, lower case, without accents; Greek final sigma as any other. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('ς', 'σ');
}
