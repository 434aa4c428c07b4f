import { decisionAddress } from '~/features/decisions/browse/decision-query';
import type { Actor } from '~/policy/actor';
import { authorise } from '~/policy/permissions';
import { cardFrom, linkAttributes } from './decision-card';
import { findCited } from './find-cited.server';

/**
 * The link of a key: to the decision it names, or to the page of a provision when there is one. What the
 * card of a decision says travels with the first link to it alone (`cardOf`): it is many times as long
 * as a number, and a text may cite one a thousand times.
 */
export async function findLinks(actor: Actor, keys: readonly string[]) {
  authorise(actor, 'decision.read');
  const citedOf = await findCited(actor, keys);
  const described = new Set<string>();
  return (key: string) => {
    const cited = citedOf(key);
    if (cited === null) return null;
    if ('article' in cited) return { href: `/provisions/${cited.article}` };
    const address = decisionAddress(cited.decision.identifier);
    if (described.has(address)) return { href: address };
    described.add(address);
    return linkAttributes(address, cardFrom(cited.decision));
  };
}

export type LinkOf = Awaited<ReturnType<typeof findLinks>>;
