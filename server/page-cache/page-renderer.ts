import { randomBytes, randomUUID } from 'node:crypto';
import { config } from '~/config/config.server';
import { languageCookie } from '~/i18n/language.server';
import type { CacheableHandle, PageTag } from '~/answers/page-tags';
import { subscription } from '~/platform/live.server';
import { withRequestScope } from '~/platform/log/log.server';
import type { PageAddress } from './page-address';
import { readRendered, type RenderedPage } from './encoded-page';
import type { PageHandler } from '../page-handler';
import type { CachedPage, PageStore } from './page-store';
import { logFailures } from '../log/request-log';
import type { PatternOf } from '../security/route-patterns';

/** Milliseconds a page is kept although nothing has changed: a bound on any mistake. */
const maxAge = 60_000;
/** Milliseconds after which nobody joins a page under way: it hangs. */
const maxShared = 5_000;

/** When the pages that show `tags` change by themselves next: scheduled, expiring, over. */
export type NextChange = (tags: readonly PageTag[], now: Date) => Promise<Date>;

/** A page just made, and how it is kept; null when it may not be. */
export type PageRendering = { page: RenderedPage; kept: CachedPage | null; requestId: string };

type UnderWay = { made: Promise<PageRendering>; tags: readonly PageTag[]; since: number };

type PageRendererParts = {
  render: PageHandler;
  nextChange: NextChange;
  store: PageStore;
  patternOf?: PatternOf;
};

/**
 * Makes pages for the memory: one rendering for all who ask meanwhile. A page is rendered for a
 * request of our own that holds nothing but its address and language, so whatever else a visitor
 * sends can neither be in it nor choose it. What changes while a page is being made keeps that page
 * out of the memory, and whoever asks after the change waits for a later one.
 */
export class PageRenderer {
  readonly #parts: PageRendererParts;
  readonly #underWay = new Map<string, UnderWay>();
  readonly #generations = new Map<PageTag, number>();

  constructor(parts: PageRendererParts) {
    this.#parts = parts;
  }

  /** Something that pages with this tag show has changed. */
  outdate(tag: PageTag): void {
    this.#generations.set(tag, this.#generation([tag]) + 1);
    this.#parts.store.outdate(tag);
    for (const [key, { tags }] of this.#underWay) {
      if (tags.includes(tag)) this.#underWay.delete(key);
    }
  }

  /** The page made anew, or the one that is being made. */
  make(
    address: PageAddress,
    { tags }: Pick<CacheableHandle['cache'], 'tags'>,
  ): Promise<PageRendering> {
    const known = this.#underWay.get(address.key);
    if (known && Date.now() - known.since < maxShared) return known.made;
    const made = this.#make(address, tags).finally(() => {
      if (this.#underWay.get(address.key)?.made === made) this.#underWay.delete(address.key);
    });
    this.#underWay.set(address.key, { made, tags, since: Date.now() });
    return made;
  }

  async #make(address: PageAddress, tags: readonly PageTag[]): Promise<PageRendering> {
    const { store, nextChange } = this.#parts;
    const generation = this.#generation(tags);
    const subscribedAs = subscription();
    const begun = new Date();
    const [{ page, requestId }, moment] = await Promise.all([
      this.#render(address),
      // Unknown: then it is shown once.
      nextChange(tags, begun).catch(() => begun),
    ]);
    const freshUntil = Math.min(begun.getTime() + maxAge, moment.getTime());
    const isCurrent = subscription() === subscribedAs && generation === this.#generation(tags);
    if (isCurrent && subscribedAs !== null && isCacheable(page)) {
      const kept = store.keep(address, page, { tags, freshUntil, subscribedAs });
      return { page, requestId, kept };
    }
    // Gone, moved or withdrawn: the old page has nothing to say any more.
    if (isCurrent && page.status < 500) store.remove(address.key);
    return { page, requestId, kept: null };
  }

  async #render(address: PageAddress): Promise<{ page: RenderedPage; requestId: string }> {
    const requestId = randomUUID();
    const nonce = randomBytes(16).toString('hex');
    const { patternOf } = this.#parts;
    const routeOf = () => patternOf?.(address.pathname) ?? address.pathname;
    return withRequestScope({ requestId, method: 'GET', routeOf }, async () => {
      const response = await this.#parts.render(requestFor(address), {
        requestId,
        nonce,
        clientAddress: '127.0.0.1',
      });
      const page = await readRendered(response, { nonce, requestId });
      const loggedAs = logFailures({ status: page.status, isAborted: false });
      return { page, requestId: loggedAs ?? requestId };
    });
  }

  #generation(tags: readonly PageTag[]): number {
    return tags.reduce((sum, tag) => sum + (this.#generations.get(tag) ?? 0), 0);
  }
}

/** All that a page may depend on. */
function requestFor({ pathname, search, language }: PageAddress): Request {
  return new Request(`${config().server.origin}${pathname}${search}`, {
    headers: { Cookie: `${languageCookie}=${language}` },
  });
}

function isCacheable({ status, headers }: RenderedPage): boolean {
  const control = headers.get('cache-control') ?? '';
  return status === 200 && !headers.has('set-cookie') && !/no-store|private/.test(control);
}
