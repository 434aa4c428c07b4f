import { config } from '~/config/config.server';
import { type Actor, isSignedIn } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';

/**
 * First statement of every front-door function that reads decisions.
 * @throws AppError `error.not-found` for visitors where all decisions are for members
 */
export function authoriseReading(actor: Actor): void {
  authorise(actor, 'decision.read');
  if (!isSignedIn(actor) && !config().flags.publicDecisions) throw new AppError('error.not-found');
}
