import { recognise } from './recognise';

/**
 * How well the recogniser does: of what it finds, how much is right; of what is there, how much it finds.
 * @param texts each with the keys of what it cites
 */
export function measure(texts: readonly (readonly [string, readonly string[]])[]) {
  let right = 0;
  let found = 0;
  let there = 0;
  for (const [text, expected] of texts) {
    const keys = new Set(recognise(text).map(({ key }) => key));
    right += expected.filter((key) => keys.has(key)).length;
    found += keys.size;
    there += expected.length;
  }
  return { precision: right / found, recall: right / there, citations: there };
}
