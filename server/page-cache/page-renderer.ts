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

/** Milliseconds a page is cached although nothing has changed: a bound on any mistake. */
const maxAge = 60_000;
/** Milliseconds after which a rendering under way is not shared any more: it hangs. */
const maxShared = 5_000;

/** When the pages with these tags change next by schedule, expiry or end. */
export type NextChange = (tags: readonly PageTag[], now: Date) => Promise<Date>;

/** A rendered page and its entry in the cache; null when it may not be cached. */
export type PageRendering = { page: RenderedPage; kept: CachedPage | null; requestId: string };

type UnderWay = { made: Promise<PageRendering>; tags: readonly PageTag[]; since: number };

type PageRendererParts = {
  render: PageHandler;
  nextChange: NextChange;
  store: PageStore;
  patternOf?: PatternOf;
};

/**
 * Renders pages for the cache, once for all concurrent requests. A page is rendered for an internal
 * request with nothing but its address and language, so nothing else a visitor sends can influence
 * it (RFC 9111 section 4.1). A change during a rendering keeps it out of the cache, and requests
 * after the change get a later one.
 */
export class PageRenderer {
  readonly #parts: PageRendererParts;
  readonly #underWay = new Map<string, UnderWay>();
  readonly #generations = new Map<PageTag, number>();

  constructor(parts: PageRendererParts) {
    this.#parts = parts;
  }

  /** Content with this tag has changed. */
  outdate(tag: PageTag): void {
    this.#generations.set(tag, this.#generation([tag]) + 1);
    this.#parts.store.outdate(tag);
    for (const [key, { tags }] of this.#underWay) {
      if (tags.includes(tag)) this.#underWay.delete(key);
    }
  }

  /** A new rendering, or the one under way. */
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
      // Unknown: serve it once and do not cache it.
      nextChange(tags, begun).catch(() => begun),
    ]);
    const freshUntil = Math.min(begun.getTime() + maxAge, moment.getTime());
    const isCurrent = subscription() === subscribedAs && generation === this.#generation(tags);
    if (isCurrent && subscribedAs !== null && isCacheable(page)) {
      const kept = store.keep(address, page, { tags, freshUntil, subscribedAs });
      return { page, requestId, kept };
    }
    // Gone, moved or withdrawn: drop the cached page.
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

/** Everything a cached page may depend on. */
function requestFor({ pathname, search, language }: PageAddress): Request {
  return new Request(`${config().server.origin}${pathname}${search}`, {
    headers: { Cookie: `${languageCookie}=${language}` },
  });
}

function isCacheable({ status, headers }: RenderedPage): boolean {
  const control = headers.get('cache-control') ?? '';
  return status === 200 && !headers.has('set-cookie') && !/no-store|private/.test(control);
}
