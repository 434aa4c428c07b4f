import { decisionAddress } from '~/features/decisions/browse/decision-query';
import type { Actor } from '~/policy/actor';
import { authorise } from '~/policy/permissions';
import { cardFrom, linkAttributes } from './decision-card';
import { findCited } from './find-cited.server';

/** The link of a key: to the decision it names, or to the page of a provision when there is one. */
export async function findLinks(actor: Actor, keys: readonly string[]) {
  authorise(actor, 'decision.read');
  const citedOf = await findCited(actor, keys);
  return (key: string) => {
    const cited = citedOf(key);
    if (cited === null) return null;
    if ('article' in cited) return { href: `/provisions/${cited.article}` };
    return linkAttributes(decisionAddress(cited.decision.identifier), cardFrom(cited.decision));
  };
}

export type LinkOf = Awaited<ReturnType<typeof findLinks>>;
