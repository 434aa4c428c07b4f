import { networkOf } from '~/lib/network-of';
import { type Actor, isSignedIn } from '~/policy/actor';
import { consumeUse } from '~/platform/throttle.server';

/** Searches with words to put right from one network of visitors, in an hour. */
const maxProposals = { points: 120, duration: 3600 };

/** Asked before words are put right, which means many searches: whether that is done now. */
export type MayPropose = () => Promise<boolean>;

/** Members as often as they like; visitors so often in an hour, in all searches together. */
export const mayProposeTo =
  (actor: Actor, clientAddress: string): MayPropose =>
  async () =>
    isSignedIn(actor) ||
    (await consumeUse('spelling', maxProposals, networkOf(clientAddress))).isWithin;
