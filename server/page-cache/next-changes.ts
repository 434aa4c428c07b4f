import { pageTags, type PageTag } from '~/answers/page-tags';
import { subscription, subscribe } from '~/platform/live.server';
import { pageTopic } from '~/platform/page-invalidation.server';
import type { NextChange } from './page-renderer';

/** Milliseconds for which an answer serves all who ask for the same tags. */
const maxAge = 1_000;

type Answer = {
  moment: Promise<Date>;
  tags: readonly PageTag[];
  until: number;
  subscribedAs: number;
};

/**
 * Asks when pages change next once for a page and for the data it is made of, and for all pages
 * made in the same second. A notification clears them, and so does a lost subscription.
 */
export class NextChanges {
  readonly #ask: NextChange;
  readonly #answers = new Map<string, Answer>();
  readonly #stopListening: () => void;

  constructor(ask: NextChange) {
    this.#ask = ask;
    this.#stopListening = subscribe(pageTags.map(pageTopic), (topic) => {
      for (const [key, { tags }] of this.#answers) {
        if (tags.some((tag) => pageTopic(tag) === topic)) this.#answers.delete(key);
      }
    });
  }

  stop(): void {
    this.#stopListening();
  }

  readonly next: NextChange = async (tags, now) => {
    const subscribedAs = subscription();
    if (subscribedAs === null) return this.#ask(tags, now);
    const key = tags.toSorted().join(' ');
    const known = this.#answers.get(key);
    if (known && known.until > Date.now() && known.subscribedAs === subscribedAs) {
      const moment = await known.moment;
      // What was next then has come.
      if (moment > now) return moment;
    }
    const moment = this.#ask(tags, now);
    const answer = { moment, tags, until: Date.now() + maxAge, subscribedAs };
    this.#answers.set(key, answer);
    moment.catch(() => {
      if (this.#answers.get(key) === answer) this.#answers.delete(key);
    });
    return moment;
  };
}
