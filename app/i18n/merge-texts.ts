/** A language's texts by key. */
export type Texts = Record<string, string>;

/**
 * Puts the texts of all areas together into one flat map for each language (spec section 7).
 * @param files by path: `…/texts/<language>.json`
 * @throws Error when two files have the same key
 */
export function mergeTexts(files: Record<string, Texts>): Record<string, Texts> {
  const merged: Record<string, Texts> = {};
  for (const [path, texts] of Object.entries(files)) {
    const language = /(\w+)\.json$/.exec(path)?.[1] ?? '';
    const known = (merged[language] ??= {});
    for (const [key, text] of Object.entries(texts)) {
      if (Object.hasOwn(known, key)) throw new Error(`${path}: ${key} is in another file too`);
      known[key] = text;
    }
  }
  return merged;
}
