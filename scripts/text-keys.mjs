/** Families of keys that the server answers with, which a page names by `useTextOf` alone. */
const answers = ['error.', 'form.'];

/** @param {string} key */
export const withoutPlural = (key) => key.replace(/_(one|other|many)$/, '');

/**
 * The texts that a source names: by their key, or by the beginning of it that a template has.
 * @param {string} code
 * @param {readonly string[]} keys all there are, with the endings of plurals
 * @returns {Set<string>} of these keys
 */
export function keysNamedIn(code, keys) {
  const literals = new Set([...code.matchAll(/['"`]([\w./-]+)['"`]/g)].map(([, text]) => text));
  const beginnings = [...code.matchAll(/`([a-z][\w./-]*[./-])\$\{/g)].map(([, text = '']) => text);
  if (/(?<!function )\buseTextOf\(\)/.test(code)) beginnings.push(...answers);
  return new Set(
    keys.filter(
      (key) =>
        literals.has(key) ||
        literals.has(withoutPlural(key)) ||
        beginnings.some((beginning) => key.startsWith(beginning)),
    ),
  );
}
