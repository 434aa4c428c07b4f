import { isNameKey, isProvisionKey, recognise } from '~/features/citations/cited-in-text';
import { parseEcli } from '~/features/citations/ecli';
import { onOneLine } from './sentence-around';

/** No decision cites more; what goes beyond is a list of numbers. */
const mostCitations = 2_000;
/** An identifier is not longer. */
const longest = 80;
/** So near behind a number stands the ECLI of the same decision: "C‑362/14, Schrems, EU:C:2015:650". */
const nearby = 60;

const isEcliKey = (key: string): boolean => key.startsWith('ECLI');

/** The identifiers of what a text cites, collected page by page. */
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
      if (isProvisionKey(key) || this.#written.size >= mostCitations) continue;
      if (!this.#written.has(key)) this.#written.set(key, plain.slice(start, end));
      if (isNameKey(key)) continue;
      if (start - at > nearby) numbers = [];
      if (isEcliKey(key)) {
        for (const number of numbers) this.#ecliOf.set(number, key);
        numbers = [];
      } else numbers.push(key);
      at = end;
    }
  }

  keys(): string[] {
    return [...this.#written.keys()];
  }

  /**
   * @param own keys of the decision whose text it is, which it does not cite
   * @param identifierOf the identifier of the decision that a key names here; null: of none
   * @returns identifiers of decisions that are here, then ECLIs and numbers as they are cited
   */
  list(own: ReadonlySet<string>, identifierOf: (key: string) => string | null): string[] {
    const here = new Set<string>();
    const elsewhere = new Map<string, string>();
    for (const [key, words] of this.#written) {
      const ecli = this.#ecliOf.get(key);
      const identifier = identifierOf(key) ?? (ecli ? identifierOf(ecli) : null);
      if (own.has(key) || (ecli && own.has(ecli))) continue;
      if (identifier) here.add(identifier);
      else if (!ecli && !isNameKey(key)) elsewhere.set(key, asIdentifier(key, words));
    }
    // Of a number that is known here, the ECLI that follows it is known as well.
    for (const [number, ecli] of this.#ecliOf) if (identifierOf(number)) elsewhere.delete(ecli);
    return [...here, ...new Set(elsewhere.values())];
  }
}

function asIdentifier(key: string, words: string): string {
  const ecli = isEcliKey(key) ? parseEcli(/^ECLI/i.test(words) ? words : `ECLI:${words}`) : null;
  return ecli?.text ?? words.replaceAll('‑', '-').slice(0, longest);
}
