import { z } from 'zod';

/**
 * A name under which a person is shown to others: 3 to 30 letters, digits, dots, hyphens and
 * underscores. Compatibility forms are folded (NFKC) and all letters are of one script, so that
 * no name imitates another with letters that only look the same (UTS 39, restriction level
 * "single script").
 */
const oneScript =
  /^(?:[\p{Script=Latin}\d._-]+|[\p{Script=Greek}\d._-]+|[\p{Script=Cyrillic}\d._-]+)$/u;
const beginsWell = /^[\p{L}\d]/u;

export const usernameField = z
  .string({ error: 'form.required' })
  .transform((text) => text.normalize('NFKC').trim())
  .pipe(
    z
      .string()
      .min(3, { error: 'form.username-length' })
      .max(30, { error: 'form.username-length' })
      .regex(oneScript, { error: 'form.username-letters' })
      .regex(beginsWell, { error: 'form.username-letters' }),
  );

/**
 * A first username from a person's name, in plain letters.
 * @param number makes it differ from one that is taken
 */
export function usernameFrom(
  person: { firstName: string; lastName: string },
  number?: number,
): string {
  const plain = `${person.firstName}.${person.lastName}`
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z.-]/g, '')
    .replace(/^[^a-z]+/, '')
    .slice(0, 22);
  const stem = plain.length >= 3 ? plain : 'member';
  return number === undefined ? stem : `${stem}-${number}`;
}

/** Who speaks for the association, in the languages of the site, as `lettersOf` gives them. */
const reserved = new Set(
  `admin administrator administrateur administratrice administration verwaltung
  developer developpeur developpeuse entwickler entwicklerin entwicklung
  secretariat sekretariat secretary secretaire sekretar sekretarin
  moderator moderateur moderatrice moderatorin moderation
  formermember ancienmembre fruheresmitglied ehemaligesmitglied`.split(/\s+/),
);

/** The letters alone, small and without accents: what else is in a name does not tell it apart. */
const lettersOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');

/**
 * Whether a name would pass for someone who speaks for the association, or for a former member.
 * @param shortName of the association
 */
export function isReservedName(username: string, shortName: string): boolean {
  const letters = lettersOf(username);
  return reserved.has(letters) || (letters !== '' && letters === lettersOf(shortName));
}
