import { isNameKey, isProvisionKey, recognise } from '~/features/citations/cited-in-text';
import { parseEcli } from '~/features/citations/ecli';
import { onOneLine } from './sentence-around';

/** No decision cites more; what goes beyond is a list of numbers. */
const mostCitations = 2_000;
/** An identifier is not longer. */
const longest = 80;
/** So near behind a number stands the ECLI of the same decision: "C‑362/14, Schrems, EU:C:2015:650". */
const nearby = 60;
/** Numbers of joined cases stand nearer: "C‑293/12 and C‑594/12". */
const joined = 12;

type CitedIdentifier = {
  /** The ECLI, or the number as the text has it. */
  identifier: string;
  /** By the first of these that names one the decision is found. */
  keys: string[];
};

const isEcliKey = (key: string): boolean => key.startsWith('ECLI');

/**
 * The ECLIs and numbers that a text cites, collected page by page. They depend on the text alone, never on
 * what is here, so that they say nothing of decisions that a reader may not find.
 */
export class CitedIdentifiers {
  /** By key, as it was written first. */
  readonly #written = new Map<string, string>();
  /** The key of the ECLI that follows a number. */
  readonly #ecliOf = new Map<string, string>();

  read(text: string): void {
    const plain = onOneLine(text);
    let numbers: string[] = [];
    let at = 0;
    for (const { key, start, end } of recognise(plain)) {
      if (isProvisionKey(key) || isNameKey(key) || this.#written.size >= mostCitations) continue;
      if (!this.#written.has(key)) this.#written.set(key, plain.slice(start, end));
      if (start - at > (isEcliKey(key) ? nearby : joined)) numbers = [];
      if (isEcliKey(key)) for (const number of numbers) this.#ecliOf.set(number, key);
      numbers = isEcliKey(key) ? [] : [...numbers, key];
      at = end;
    }
  }

  /** @param own keys of the decision whose text it is, which it does not cite */
  list(own: ReadonlySet<string>): CitedIdentifier[] {
    const found = new Map<string, CitedIdentifier>();
    const all = [...this.#written].map(([key, words]) => ({
      key,
      words,
      by: this.#ecliOf.get(key) ?? key,
    }));
    for (const { key, words, by } of all) {
      if (own.has(key) || own.has(by)) continue;
      const { identifier = asIdentifier(by, this.#written.get(by) ?? words), keys = [] } =
        found.get(by) ?? {};
      found.set(by, { identifier, keys: key === by ? [key, ...keys] : [...keys, key] });
    }
    return [...found.values()];
  }
}

function asIdentifier(key: string, words: string): string {
  const ecli = isEcliKey(key) ? parseEcli(/^ECLI/i.test(words) ? words : `ECLI:${words}`) : null;
  return ecli?.text ?? words.replaceAll('‑', '-').slice(0, longest);
}
