import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Actor, Role } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { config } from '~/config/config.server';
import { readTokenHash } from './auth.server';
import { eventStream, type StreamRights } from './live.server';
import { isLivingSession } from './session-ends.server';

const { profiles, signInSessions, users } = schema;

/** The topic of the `…_announce_…` triggers, published when a session ends or rights change. */
const sessionsTopic = (userId: string) => `sessions/${userId}`;

type PersonalRights = Partial<Omit<StreamRights, 'askAgain'>>;

/**
 * Live updates for someone who is signed in. The stream ends at once when the session it was opened
 * with ends, the account is suspended or the role changes, on whichever node that happens; for
 * someone without a session it ends with its first message.
 * @param request the one that opens the stream; its end is that of the stream
 * @param rights what is asked before every message besides, and what is said at the end
 */
export function personalStream(
  topics: readonly string[],
  { actor, request }: { actor: Actor; request: Request },
  rights: PersonalRights = {},
): Response {
  const token = readTokenHash(request.headers);
  return eventStream(topics, request.signal, {
    ...rights,
    mayStillListen: async () => {
      const [isSignedIn, may] = await Promise.all([
        hasRole(await token, actor.role),
        rights.mayStillListen?.() ?? true,
      ]);
      return isSignedIn && may;
    },
    askAgain: actor.id === null ? [] : [sessionsTopic(actor.id)],
  });
}

/** Checks of one turn of the event loop, batched: a change reaches many streams at once. */
let asked: Promise<Map<string, Role>> | undefined;
const asking = new Set<string>();

/** Whether the session lives, and its person has this role, all records and is not suspended. */
async function hasRole(token: string | null, role: Role): Promise<boolean> {
  if (token === null) return false;
  asking.add(token);
  asked ??= nextTurn().then(() => {
    const tokens = [...asking];
    asking.clear();
    asked = undefined;
    return rolesOf(tokens);
  });
  return (await asked).get(token) === role;
}

/** The present roles of those to whom these sessions belong. */
async function rolesOf(tokens: readonly string[]): Promise<Map<string, Role>> {
  const found = await db()
    .select({ token: signInSessions.token, role: users.role })
    .from(signInSessions)
    .innerJoin(users, eq(users.id, signInSessions.userId))
    .leftJoin(profiles, eq(profiles.id, users.publicProfile))
    .where(
      and(
        sql`${signInSessions.token} = any(${sql.param(tokens)})`,
        isLivingSession(),
        isNull(users.suspendedAt),
        // Spec section 4: where there are public profiles, a session needs one.
        config().flags.publicProfiles ? isNotNull(profiles.id) : undefined,
      ),
    );
  return new Map(found.map(({ token, role }) => [token, role]));
}
