import { citationKey, latinCitations } from './citation-key';

/** ECLI, with or without its first part; letter case carries no meaning. */
const ecli = String.raw`(?:[Ee][Cc][Ll][Ii]\s?:\s?)?(?<ecli>[A-Za-z]{2}\s?:\s?[A-Za-z][A-Za-z0-9]{0,6}\s?:\s?\d{4}\s?:\s?[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*)`;
/** Of the Court of Justice and the General Court, also typed with Cyrillic or Greek letters. */
const unionNumber = String.raw`[CTFСТΤ][-‐‑–]\d{1,4}\/\d{2}`;
/** Of courts whose registers begin with letters, such as "1 BvR 209/83" and "VI ZR 10/24". */
const registerNumber = String.raw`(?:\d{1,2}[ \u00A0]Bv[A-Z]|[IVX]{1,4}[ \u00A0][A-Z]{2,5})[ \u00A0]\d{1,5}\/\d{2}`;
/** Applications to the European Court of Human Rights; shorter ones look like regulations. */
const application = String.raw`(?<![.-])\d{5,6}\/\d{2}`;
/** "Schrems II": no other names are certain, since most are those of people and companies. */
const numberedName = String.raw`(?<name>\p{Lu}[\p{L}’-]+ (?:I{1,3}|IV|V))`;

const citation = new RegExp(
  String.raw`(?<![\p{L}\p{N}/])(?:${ecli}|${unionNumber}|${registerNumber}|${application}|${numberedName})(?![\p{L}\p{N}/])`,
  'gu',
);

/**
 * Replaces each citation of which it is certain that it names one decision: identifiers, numbers and
 * numbered names. Whether that decision is here is for others to find out.
 * @param replace gets the words as written, and the key of `citationKeys` or the name
 */
export function replaceCitations(
  text: string,
  replace: (words: string, key: string) => string,
): string {
  return text.replace(citation, (words: string, ...rest: unknown[]) => {
    const groups = rest.at(-1);
    return replace(words, keyOf(words, isGroups(groups) ? groups : {}));
  });
}

type Groups = { ecli?: string; name?: string };

const isGroups = (value: unknown): value is Groups => typeof value === 'object' && value !== null;

function keyOf(words: string, { ecli: identifier, name }: Groups): string {
  if (identifier) return `ECLI${citationKey(identifier)}`;
  return name ?? citationKey(latinCitations(words));
}

/** Whether a key is that of a name: no other has a blank. */
export const isNameKey = (key: string): boolean => key.includes(' ');
