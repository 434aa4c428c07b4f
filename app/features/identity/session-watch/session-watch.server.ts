import { eq } from 'drizzle-orm';
import { type Actor, isSignedIn } from '~/policy/actor';
import { config } from '~/config/config.server';
import { db, schema } from '~/db/db.server';
import type { ErrorCode } from '~/policy/errors';
import { personalStream } from '~/platform/personal-stream.server';

/** In milliseconds: also what nobody announces is noticed within five seconds. */
const beat = 3_000;

/**
 * Says nothing while the session of the request lives, and why when it ends: the account is gone
 * (spec section 4) or the session is. A page that comes without a session hears so at once.
 * @param lost why the session of the request is over already
 */
export function sessionStream(
  { actor, request }: { actor: Actor; request: Request },
  lost: ErrorCode | null,
): Response {
  const rights = { farewell: () => farewell(actor, lost), beat, isAskedAtOnce: true };
  return personalStream([], { actor, request }, rights);
}

async function farewell(actor: Actor, lost: ErrorCode | null): Promise<string> {
  const isGone = isSignedIn(actor) && !(await hasRecords(actor.id));
  const code = isGone
    ? 'error.firestore/account-not-found'
    : (lost ?? 'error.auth/session-expired');
  return `event: over\ndata: ${code}\n\n`;
}

/** A suspended account is there all the same. */
async function hasRecords(userId: string): Promise<boolean> {
  const { profiles, users } = schema;
  const [row] = await db()
    .select({ profile: profiles.id })
    .from(users)
    .leftJoin(profiles, eq(profiles.id, users.publicProfile))
    .where(eq(users.id, userId));
  return row !== undefined && (!config().flags.publicProfiles || row.profile !== null);
}
