import { namePrefix } from './recogniser/names';
import { recognise } from './recogniser/recognise';
import { parseProvision } from './provisions';

/**
 * Replaces each citation that the recogniser finds. Whether what it names is here is for others to
 * find out.
 * @param replace gets the words as written and the key; its result and the rest are put together
 * @param keep what becomes of the words between
 */
export function replaceCitations(
  text: string,
  replace: (words: string, key: string) => string,
  keep: (words: string) => string = (words) => words,
): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, key } of recognise(text)) {
    if (start === end) continue;
    parts.push(keep(text.slice(at, start)), replace(text.slice(start, end), key));
    at = end;
  }
  return parts.join('') + keep(text.slice(at));
}

export { recognise };

/** The keys of the decisions and provisions that a text cites by number or identifier, each once. */
export const citedKeys = (text: string): string[] => [
  ...new Set(recognise(text).flatMap(({ key }) => (isNameKey(key) ? [] : [key]))),
];

/** Whether a key is that of a name. */
export const isNameKey = (key: string): boolean => key.startsWith(namePrefix);

/** The name in its key. */
export const nameIn = (key: string): string => key.slice(namePrefix.length);

/** Whether a key is that of a provision. */
export const isProvisionKey = (key: string): boolean => parseProvision(key) !== null;

/** The provisions that are typed into a field: "gdpr/82/1", or as a text cites them. */
export function provisionsTyped(text: string): string[] {
  const canonical = text.trim().toLowerCase();
  return parseProvision(canonical) ? [canonical] : citedKeys(text).filter(isProvisionKey);
}
