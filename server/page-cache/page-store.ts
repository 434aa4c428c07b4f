import type { PageTag } from '~/answers/page-tags';
import type { ContentCoding } from '../content-coding';
import type { PageAddress } from './page-address';
import { encodePage, type EncodedPage, type RenderedPage } from './encoded-page';

/** A page in memory with its copies. */
export type CachedPage = {
  address: PageAddress;
  page: RenderedPage;
  tags: readonly PageTag[];
  /** Milliseconds since 1970 until which it is fresh (RFC 9111). */
  freshUntil: number;
  madeAt: number;
  /** The subscription that receives its changes. */
  subscribedAs: number;
  /** Set when its content has changed; then it is not served any more. */
  isOutdated: boolean;
  /** Milliseconds since 1970: until then no request waits for a rendering, because one just failed. */
  truceUntil: number;
  copies: Map<ContentCoding, EncodedPage>;
  /** Encodings under way, so that concurrent requests cause one compression. */
  making: Map<ContentCoding, Promise<EncodedPage>>;
  bytes: number;
  usedAt: number;
};

/** Bytes of a cached page besides its text: headers, map entries. */
const overhead = 4_000;

/**
 * The pages in memory, at most `limit` bytes of them: the longest unused go first.
 * @param limit bytes
 */
export class PageStore {
  readonly #pages = new Map<string, CachedPage>();
  readonly #kept = new WeakSet<CachedPage>();
  readonly #limit: number;
  #bytes = 0;
  #clock = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#pages.size;
  }

  find(key: string): CachedPage | undefined {
    const kept = this.#pages.get(key);
    if (kept) kept.usedAt = this.#clock += 1;
    return kept;
  }

  /** Keeps a page; copies of the same text made before go on being used. */
  keep(
    address: PageAddress,
    page: RenderedPage,
    about: Pick<CachedPage, 'tags' | 'freshUntil' | 'subscribedAs'>,
  ): CachedPage {
    const { key } = address;
    const before = this.#pages.get(key);
    this.remove(key);
    const copies: CachedPage['copies'] =
      before?.page.digest === page.digest ? before.copies : new Map();
    const copied = [...copies.values()].reduce((sum, copy) => sum + copy.body.length, 0);
    const kept: CachedPage = {
      ...about,
      address,
      page,
      copies,
      making: new Map(),
      bytes: overhead + page.body.length + copied,
      madeAt: Date.now(),
      isOutdated: false,
      truceUntil: 0,
      usedAt: (this.#clock += 1),
    };
    this.#pages.set(key, kept);
    this.#kept.add(kept);
    this.#bytes += kept.bytes;
    this.#makeRoom();
    return kept;
  }

  /** A cached page in a content coding, encoded at the first request. */
  copy(kept: CachedPage, coding: ContentCoding): Promise<EncodedPage> {
    const known = kept.copies.get(coding);
    if (known) return Promise.resolve(known);
    const underWay = kept.making.get(coding) ?? this.#encode(kept, coding);
    kept.making.set(coding, underWay);
    return underWay;
  }

  async #encode(kept: CachedPage, coding: ContentCoding): Promise<EncodedPage> {
    try {
      const made = await encodePage(kept.page, coding);
      kept.copies.set(coding, made);
      // It may have been dropped meanwhile, and then weighs nothing.
      if (this.#kept.has(kept)) {
        kept.bytes += made.body.length;
        this.#bytes += made.body.length;
        this.#makeRoom();
      }
      return made;
    } finally {
      kept.making.delete(coding);
    }
  }

  remove(key: string): void {
    const kept = this.#pages.get(key);
    if (!kept) return;
    this.#pages.delete(key);
    this.#kept.delete(kept);
    this.#bytes -= kept.bytes;
  }

  /** Marks every page that shows any of `tag`. */
  outdate(tag: PageTag): void {
    for (const kept of this.#pages.values()) if (kept.tags.includes(tag)) kept.isOutdated = true;
  }

  /** The most recently requested pages, latest first. */
  latest(count: number): CachedPage[] {
    return [...this.#pages.values()].toSorted((a, b) => b.usedAt - a.usedAt).slice(0, count);
  }

  #makeRoom(): void {
    if (this.#bytes <= this.#limit) return;
    const longestUnused = [...this.#pages].toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [key] of longestUnused) {
      // Some room at once, so that the next page does not sort them all again.
      if (this.#bytes <= this.#limit * 0.9) return;
      this.remove(key);
    }
  }
}
