import type { LoaderFunctionArgs, ServerBuild } from 'react-router';
import { actorContext, isSignedIn } from '~/actor';
import { languageContext } from '~/i18n/language.server';
import type { PageKeeping } from '~/lib/page-keeping';
import { pageTags } from '~/lib/page-keeping';
import { hearing, listenTo } from '~/platform/live.server';
import { pageTopic } from '~/platform/page-changes.server';
import { keepingOfRoutes } from './kept-routes';
import { isHarmlessCookie } from './page-address';
import type { NextMoment } from './page-maker';
import { withHandlers } from './with-handlers';

/**
 * Milliseconds after which data is read again although nothing has changed: a bound on mistakes,
 * which adds to that of the pages made from it.
 */
const longestKept = 5_000;
/** The data of a long article is about 30 kB; only addresses without parameters are kept. */
const mostKept = 300;

type Keep = PageKeeping['keep'];
type Kept = { data: unknown; keep: Keep; freshUntil: number; heardBy: number };
type Loader = (args: LoaderFunctionArgs) => unknown;

/**
 * What the loaders of public pages have read for visitors, so that a page that is made again, or
 * asked for by the router of a visitor's browser, need not be read from the database again. The
 * rules are those of the pages in memory: only routes that say `keep`, only visitors, only plain
 * addresses; it is gone as soon as a change is heard, and never used while none can be heard.
 * Who is signed in always gets what the database says.
 */
export class KeptData {
  readonly #nextMoment: NextMoment;
  readonly #kept = new Map<string, Kept>();
  readonly #stopListening: () => void;
  #changes = 0;

  constructor(nextMoment: NextMoment) {
    this.#nextMoment = nextMoment;
    this.#stopListening = listenTo(pageTags.map(pageTopic), (topic) => {
      this.#changes += 1;
      for (const [key, { keep }] of this.#kept) {
        if (keep.tags.some((tag) => pageTopic(tag) === topic)) this.#kept.delete(key);
      }
    });
  }

  stop(): void {
    this.#stopListening();
  }

  /** The same routes, whose loaders are asked only for what is not in memory. */
  around(build: ServerBuild): ServerBuild {
    const keepings = keepingOfRoutes(build);
    return withHandlers(build, ({ loader }, id) => {
      const keep = keepings.get(id);
      return loader && keep ? { loader: this.#remember(id, { keep, loader }) } : {};
    });
  }

  #remember(id: string, { keep, loader }: { keep: Keep; loader: Loader }): Loader {
    return async (args) => {
      const place = placeOf(args);
      if (place === null) return loader(args);
      const key = `${id} ${place}`;
      const known = this.#kept.get(key);
      if (known && known.freshUntil > Date.now() && known.heardBy === hearing()) {
        // The longest unused are the first.
        this.#kept.delete(key);
        this.#kept.set(key, known);
        return known.data;
      }
      return this.#read(key, keep, () => loader(args));
    };
  }

  async #read(key: string, keep: Keep, load: () => unknown): Promise<unknown> {
    const heardBy = hearing();
    const changes = this.#changes;
    const begun = new Date();
    const data = await load();
    if (heardBy === null || !isPlainData(data)) return data;
    const moment = await this.#nextMoment(keep.tags, begun).catch(() => begun);
    // What has changed meanwhile may be half in it.
    if (changes !== this.#changes || heardBy !== hearing()) return data;
    const freshUntil = Math.min(begun.getTime() + longestKept, moment.getTime());
    this.#kept.set(key, { data, keep, freshUntil, heardBy });
    const [longestUnused] = this.#kept.keys();
    if (this.#kept.size > mostKept && longestUnused) this.#kept.delete(longestUnused);
    return data;
  }
}

/** What the data of a route depends on, for a visitor's plain request; else null. */
function placeOf({ request, params, context }: LoaderFunctionArgs): string | null {
  if (request.method !== 'GET' || isSignedIn(context.get(actorContext))) return null;
  const cookies = request.headers.get('cookie');
  if (cookies !== null && !isHarmlessCookie(cookies)) return null;
  // Anybody could fill the memory with parameters.
  if (new URL(request.url).search !== '') return null;
  return `${context.get(languageContext)} ${JSON.stringify(params)}`;
}

/** Neither an answer of its own nor data with a status or headers. */
function isPlainData(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return true;
  return Array.isArray(data) || Object.getPrototypeOf(data) === Object.prototype;
}
