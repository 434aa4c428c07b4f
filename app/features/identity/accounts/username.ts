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
