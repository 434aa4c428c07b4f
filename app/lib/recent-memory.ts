/** How much it holds: the characters of a text, or of what was read from one. */
type Measured = { readonly length: number };

/**
 * What was made lately, by what it was made from. It has two halves: when the newer one is full it
 * becomes the older, and what was not used meanwhile goes.
 */
export class RecentMemory<Value extends Measured = string> {
  readonly #mostKept: number;
  #newer = new Map<string, Value>();
  #older = new Map<string, Value>();
  #kept = 0;

  /** @param mostKept characters in each half, of the values and of what they were made from */
  constructor(mostKept: number) {
    this.#mostKept = mostKept;
  }

  /**
   * The value that was made from `key`, or is made now.
   * @param key all that the value depends on
   */
  get(key: string, make: () => Value): Value {
    return this.find(key) ?? this.keep(key, make());
  }

  /** The value that was kept last for `key`, if it is still there. */
  find(key: string): Value | undefined {
    const known = this.#newer.get(key);
    if (known !== undefined) return known;
    const older = this.#older.get(key);
    return older === undefined ? undefined : this.keep(key, older);
  }

  /** Keeps a value in place of the one that was kept for `key`, and gives it back. */
  keep(key: string, value: Value): Value {
    const size = key.length + value.length;
    if (size > this.#mostKept / 4) return value;
    if (this.#kept + size > this.#mostKept) {
      this.#older = this.#newer;
      this.#newer = new Map();
      this.#kept = 0;
    }
    this.#newer.set(key, value);
    this.#kept += size;
    return value;
  }
}
