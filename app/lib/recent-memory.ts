/**
 * Texts by what they were made from, the lately used ones. It has two halves: when the newer one is
 * full it becomes the older, and what was not used meanwhile goes.
 */
export class RecentMemory {
  readonly #mostKept: number;
  #newer = new Map<string, string>();
  #older = new Map<string, string>();
  #kept = 0;

  /** @param mostKept characters in each half, of the texts and of what they were made from */
  constructor(mostKept: number) {
    this.#mostKept = mostKept;
  }

  /**
   * The text that was made from `key`, or is made now.
   * @param key all that the text depends on
   */
  get(key: string, make: () => string): string {
    const known = this.#newer.get(key);
    if (known !== undefined) return known;
    const made = this.#older.get(key) ?? make();
    const size = key.length + made.length;
    if (size > this.#mostKept / 4) return made;
    if (this.#kept + size > this.#mostKept) {
      this.#older = this.#newer;
      this.#newer = new Map();
      this.#kept = 0;
    }
    this.#newer.set(key, made);
    this.#kept += size;
    return made;
  }
}
