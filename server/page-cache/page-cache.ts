import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as afterAllAreTold, setTimeout as pause } from 'node:timers/promises';
import { warnUnlessOutage } from '~/answers/failure.server';
import { type CacheableHandle, pageTags } from '~/answers/page-tags';
import { config } from '~/config/config.server';
import { networkOf } from '~/lib/network-of';
import { onAssociationChange } from '~/platform/association.server';
import { takeTurn, tooManyRequests } from '~/platform/concurrency-limits.server';
import { subscription, subscribe } from '~/platform/live.server';
import { noteOutage } from '~/platform/log/outage-log.server';
import { pageTopic } from '~/platform/page-invalidation.server';
import { chooseCoding, pageCodings } from '../content-coding';
import type { CachePolicyOf } from './cacheable-routes';
import { isPlainSearch, type PageAddress, pageAddressOf } from './page-address';
import { type Exchange, sendCopy, sendOnce, sendRefusal } from './page-answer';
import type { PageHandler } from '../page-handler';
import { type PageRendering, type NextChange, PageRenderer } from './page-renderer';
import { type CachedPage, PageStore } from './page-store';
import { clientAddress } from '../security/client-address';
import type { PatternOf } from '../security/route-patterns';

/** Milliseconds to wait for a rendering while a stale page could be served. */
const timeout = 3_000;
/** Milliseconds after a failed rendering during which requests do not wait for another. */
const retryPause = 1_000;
/** Milliseconds for which a stale page may be served while rendering fails (RFC 5861). */
const maxStaleAge = 24 * 3600 * 1000;

/** Pages that are rendered again by themselves after a lost subscription. */
const maxRefreshed = 100;

export type PageCacheParts = {
  render: PageHandler;
  cachePolicyOf: () => Promise<CachePolicyOf>;
  nextChange: NextChange;
  /** The pattern of an address, for the log. */
  patternOf?: PatternOf;
  /** Bytes of memory for pages. */
  limit?: number;
};

/**
 * The public pages that every visitor gets alike, in memory (see PageRenderer). It comes before
 * everything else, so a cached page costs hardly more than sending it.
 * Changes arrive from all nodes (NOTIFY). Without a subscription no cached page is trusted. While
 * rendering fails, a stale page is served unless it is known to have changed.
 */
export class PageCache {
  readonly #parts: PageCacheParts;
  readonly #store: PageStore;
  readonly #maker: PageRenderer;
  readonly #stopListening: (() => void)[];
  #madeAgainFor = subscription();

  constructor(parts: PageCacheParts) {
    this.#parts = parts;
    this.#store = new PageStore(parts.limit ?? 32 * 1024 * 1024);
    this.#maker = new PageRenderer({ ...parts, store: this.#store });
    const followPages = subscribe(pageTags.map(pageTopic), (topic) => {
      for (const tag of pageTags) if (pageTopic(tag) === topic) this.#maker.outdate(tag);
      if (subscription() !== this.#madeAgainFor) void this.#makeAgain();
    });
    // Its names and colours stand on every page.
    const followAssociation = onAssociationChange(() => {
      for (const tag of pageTags) this.#maker.outdate(tag);
    });
    this.#stopListening = [followPages, followAssociation];
  }

  /** Answers from the cache where possible, and otherwise calls `next`. */
  answer(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const address = pageAddressOf(request);
    if (!address) {
      next();
      return;
    }
    const kept = this.#store.find(address.key);
    if (kept && isFresh(kept)) {
      const copy = kept.copies.get(chooseCoding(request.headers['accept-encoding'], pageCodings));
      if (copy) {
        sendCopy({ request, response }, copy);
        return;
      }
    }
    void this.#answerOrLeave(address, { request, response }, next);
  }

  /**
   * Pages cached before a lost subscription may have changed and are not served: the latest are
   * rendered again at once, so that they are there should the database fail again.
   */
  async #makeAgain(): Promise<void> {
    const subscribedAs = subscription();
    this.#madeAgainFor = subscribedAs;
    await afterAllAreTold();
    for (const { address, tags } of this.#store.latest(maxRefreshed)) {
      if (subscription() !== subscribedAs) return;
      const kept = this.#store.find(address.key);
      if (kept && !isFresh(kept)) await this.#maker.make(address, { tags }).catch(() => undefined);
    }
  }

  /** Pages and bytes in memory. */
  size(): { pages: number; bytes: number } {
    return { pages: this.#store.size, bytes: this.#store.bytes };
  }

  stop(): void {
    for (const stop of this.#stopListening) stop();
  }

  async #answerOrLeave(address: PageAddress, exchange: Exchange, next: () => void): Promise<void> {
    try {
      const policy = (await this.#parts.cachePolicyOf())(address.pathname);
      if (policy && isPlainSearch(address.search, policy.query ?? [])) {
        const answer = () => this.#answerAnew(address, policy, exchange);
        if (this.#store.find(address.key)) await answer();
        else await answerInTurn(exchange, answer);
      }
    } catch (error) {
      warnUnlessOutage(error, 'a page could not be answered from memory');
    }
    if (!exchange.response.headersSent) next();
  }

  async #answerAnew(
    address: PageAddress,
    policy: CacheableHandle['cache'],
    exchange: Exchange,
  ): Promise<void> {
    const known = this.#store.find(address.key);
    const made = known && isFresh(known) ? null : await this.#makeOrHelp(address, policy, known);
    const kept = made ? made.kept : known;
    if (kept) {
      const coding = chooseCoding(exchange.request.headers['accept-encoding'], pageCodings);
      sendCopy(exchange, await this.#store.copy(kept, coding));
    } else if (made && !made.page.headers.has('set-cookie')) {
      await sendOnce(exchange, made, address);
    }
  }

  /** A new rendering; null when the stale page has to be served. */
  async #makeOrHelp(
    address: PageAddress,
    policy: CacheableHandle['cache'],
    old: CachedPage | undefined,
  ): Promise<PageRendering | null> {
    if (!old || !isServableStale(old)) return this.#maker.make(address, policy);
    if (Date.now() < old.truceUntil) return null;
    const made = await Promise.race([
      this.#maker.make(address, policy).catch(() => null),
      pause(timeout, null, { ref: false }),
    ]);
    if (made && made.page.status < 500) return made;
    old.truceUntil = Date.now() + retryPause;
    noteOutage(new Error('the page in memory is shown'));
    return null;
  }
}

/** Pages that are not in memory yet are made for one client after the other. */
async function answerInTurn(exchange: Exchange, answer: () => Promise<void>): Promise<void> {
  const { socket, headers } = exchange.request;
  const forwarded = headers['x-forwarded-for'];
  const address = clientAddress(
    socket.remoteAddress,
    forwarded?.toString(),
    config().server.trustedProxies,
  );
  const turn = await takeTurn({ kind: 'page', of: { address: networkOf(address) } }, async () => {
    if (!exchange.response.destroyed) await answer();
    return true;
  });
  if (!turn) await sendRefusal(exchange, await tooManyRequests());
}

/**
 * Whether a stale page may be served while rendering fails: only when it is not known to have
 * changed, so that a withdrawn text never comes back because of an outage.
 */
function isServableStale(old: CachedPage): boolean {
  const wasHeard = subscription() === null || subscription() === old.subscribedAs;
  return !old.isOutdated && wasHeard && Date.now() - old.madeAt <= maxStaleAge;
}

function isFresh(kept: CachedPage): boolean {
  return !kept.isOutdated && kept.freshUntil > Date.now() && kept.subscribedAs === subscription();
}
