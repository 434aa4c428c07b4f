import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Actor, Role } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { signedToken } from './auth.server';
import { eventStream } from './live.server';

const { signInSessions, users } = schema;

/** The topic of the `…_announce_…` triggers, published when a session ends or rights change. */
const sessionsTopic = (userId: string) => `sessions/${userId}`;

const always = () => Promise.resolve(true);

/**
 * Live updates for someone who is signed in. The stream ends at once when the session it was opened
 * with ends, the account is suspended or the role changes, on whichever node that happens; for
 * someone without a session it ends with its first message.
 * @param request the one that opens the stream; its end is that of the stream
 * @param mayStillListen a further check before every message
 */
export function personalStream(
  topics: readonly string[],
  { actor, request }: { actor: Actor; request: Request },
  mayStillListen: () => Promise<boolean> = always,
): Response {
  const token = signedToken(request.headers);
  return eventStream(topics, request.signal, {
    mayStillListen: async () => {
      const [isSignedIn, may] = await Promise.all([
        hasRole(await token, actor.role),
        mayStillListen(),
      ]);
      return isSignedIn && may;
    },
    askAgain: actor.id === null ? [] : [sessionsTopic(actor.id)],
  });
}

/** Checks of one turn of the event loop, batched: a change reaches many streams at once. */
let asked: Promise<Map<string, Role>> | undefined;
const asking = new Set<string>();

/** Whether the session lives, and its person has this role and is not suspended. */
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
    .where(
      and(
        sql`${signInSessions.token} = any(${sql.param(tokens)})`,
        gt(signInSessions.expiresAt, sql`now()`),
        isNull(users.suspendedAt),
      ),
    );
  return new Map(found.map(({ token, role }) => [token, role]));
}
