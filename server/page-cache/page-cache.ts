import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as afterAllAreTold, setTimeout as pause } from 'node:timers/promises';
import { warnUnlessOutage } from '~/answers/failure.server';
import { type PageKeeping, pageTags } from '~/answers/page-keeping';
import { config } from '~/config/config.server';
import { networkOf } from '~/lib/network-of';
import { takeTurn, tooManyRequests } from '~/platform/concurrency-limits.server';
import { hearing, listenTo } from '~/platform/live.server';
import { noteOutage } from '~/platform/log/outage-log.server';
import { pageTopic } from '~/platform/page-changes.server';
import { chooseCoding, keptCodings } from '../content-coding';
import type { KeepingOf } from './kept-routes';
import { isPlainSearch, type PageAddress, pageAddressOf } from './page-address';
import { type Exchange, sendCopy, sendOnce, sendRefusal } from './page-answer';
import type { PageHandler } from '../page-handler';
import { type MadePage, type NextMoment, PageMaker } from './page-maker';
import { type KeptPage, PageStore } from './page-store';
import { clientAddress } from '../security/client-address';
import type { PatternOf } from '../security/route-patterns';

/** Milliseconds to wait for a new page while an old one could be shown. */
const patience = 3_000;
/** Milliseconds after a failure in which nobody waits for the next one. */
const truce = 1_000;
/** Milliseconds an old page may help out while no new one can be made. */
const longestHelp = 24 * 3600 * 1000;

/** Pages that are made anew by themselves after a time in which nothing could be heard. */
const mostMadeAgain = 100;

export type PageCacheParts = {
  render: PageHandler;
  keepingOf: () => Promise<KeepingOf>;
  nextMoment: NextMoment;
  /** The pattern of an address, for the log. */
  patternOf?: PatternOf;
  /** Bytes of memory for pages. */
  limit?: number;
};

/**
 * The public pages that every visitor gets alike, in memory (see PageMaker for how they come
 * there). It stands in front of everything else, so a page in it costs hardly more than sending it.
 * What changes a page is heard from all nodes (NOTIFY); while nothing can be heard, nothing kept is
 * trusted; and while no new page can be made, the old one is shown if it is not known to have changed.
 */
export class PageCache {
  readonly #parts: PageCacheParts;
  readonly #store: PageStore;
  readonly #maker: PageMaker;
  readonly #stopListening: () => void;
  #madeAgainFor = hearing();

  constructor(parts: PageCacheParts) {
    this.#parts = parts;
    this.#store = new PageStore(parts.limit ?? 32 * 1024 * 1024);
    this.#maker = new PageMaker({ ...parts, store: this.#store });
    this.#stopListening = listenTo(pageTags.map(pageTopic), (topic) => {
      for (const tag of pageTags) if (pageTopic(tag) === topic) this.#maker.outdate(tag);
      if (hearing() !== this.#madeAgainFor) void this.#makeAgain();
    });
  }

  /** Answers from memory what it may, and leaves everything else to `next`. */
  answer(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const address = pageAddressOf(request);
    if (!address) {
      next();
      return;
    }
    const kept = this.#store.find(address.key);
    if (kept && isFresh(kept)) {
      const copy = kept.copies.get(chooseCoding(request.headers['accept-encoding'], keptCodings));
      if (copy) {
        sendCopy({ request, response }, copy);
        return;
      }
    }
    void this.#answerOrLeave(address, { request, response }, next);
  }

  /**
   * What was in memory while nothing could be heard may have changed since, and is not shown any more:
   * it is made anew at once, so that it can help out should the database go away again.
   */
  async #makeAgain(): Promise<void> {
    const heardBy = hearing();
    this.#madeAgainFor = heardBy;
    await afterAllAreTold();
    for (const { address, tags } of this.#store.latest(mostMadeAgain)) {
      if (hearing() !== heardBy) return;
      const kept = this.#store.find(address.key);
      if (kept && !isFresh(kept)) await this.#maker.make(address, { tags }).catch(() => undefined);
    }
  }

  /** Pages and bytes in memory. */
  size(): { pages: number; bytes: number } {
    return { pages: this.#store.size, bytes: this.#store.bytes };
  }

  stop(): void {
    this.#stopListening();
  }

  async #answerOrLeave(address: PageAddress, exchange: Exchange, next: () => void): Promise<void> {
    try {
      const keeping = (await this.#parts.keepingOf())(address.pathname);
      if (keeping && isPlainSearch(address.search, keeping.query ?? [])) {
        const answer = () => this.#answerAnew(address, keeping, exchange);
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
    keeping: PageKeeping['keep'],
    exchange: Exchange,
  ): Promise<void> {
    const known = this.#store.find(address.key);
    const made = known && isFresh(known) ? null : await this.#makeOrHelp(address, keeping, known);
    const kept = made ? made.kept : known;
    if (kept) {
      const coding = chooseCoding(exchange.request.headers['accept-encoding'], keptCodings);
      sendCopy(exchange, await this.#store.copy(kept, coding));
    } else if (made && !made.page.headers.has('set-cookie')) {
      sendOnce(exchange, made);
    }
  }

  /** The page made anew; null when the old one has to help out. */
  async #makeOrHelp(
    address: PageAddress,
    keeping: PageKeeping['keep'],
    old: KeptPage | undefined,
  ): Promise<MadePage | null> {
    if (!old || !mayHelp(old)) return this.#maker.make(address, keeping);
    if (Date.now() < old.truceUntil) return null;
    const made = await Promise.race([
      this.#maker.make(address, keeping).catch(() => null),
      pause(patience, null, { ref: false }),
    ]);
    if (made && made.page.status < 500) return made;
    old.truceUntil = Date.now() + truce;
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
 * Whether an old page may be shown while no new one can be made: only when nothing has been heard of
 * a change. What was taken from the site must not come back because something else is out of order.
 */
function mayHelp(old: KeptPage): boolean {
  const wasHeard = hearing() === null || hearing() === old.heardBy;
  return !old.isOutdated && wasHeard && Date.now() - old.madeAt <= longestHelp;
}

function isFresh(kept: KeptPage): boolean {
  return !kept.isOutdated && kept.freshUntil > Date.now() && kept.heardBy === hearing();
}
