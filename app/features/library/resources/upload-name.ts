import { turnsDirection, withoutTurning } from '~/lib/forms/text-field';

/** Controls and path parts. */
const unusable = /[\p{Cc}\p{Co}\p{Cs}/\\]/u;

/**
 * A file or folder name as it came, when it can be kept: any script, at most 255 characters, no
 * path parts and nothing that makes it look other than it is.
 * @returns the name in NFC, or null
 */
export function uploadName(given: string): string | null {
  const name = given.normalize('NFC').trim();
  if (!name || name.length > 255 || name === '.' || name === '..') return null;
  return unusable.test(name) || turnsDirection(name) || !name.isWellFormed() ? null : name;
}

/** The last part of a file's name as it came, without what cannot be kept. */
export function plainUploadName(given: string): string {
  const name = given.split(/[/\\]/).at(-1) ?? '';
  return withoutTurning(name)
    .replaceAll(/[\p{Cc}\p{Co}\p{Cs}]/gu, '')
    .normalize('NFC')
    .trim()
    .slice(-200);
}

/** What a document is called at first: its file's name without the ending. */
export function titleOfName(name: string): string {
  const stem = name.replace(/\.[\p{L}\p{N}]{1,10}$/u, '').trim() || name;
  return [...stem].slice(0, 200).join('');
}
