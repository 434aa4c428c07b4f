import { and, gt, type SQL, sql } from 'drizzle-orm';
import type { Role } from '~/policy/actor';
import { config } from '~/config/config.server';
import { schema } from '~/db/db.server';

const { signInSessions, users } = schema;
const hour = 3_600_000;

/** How long a session of somebody with this role lasts at most, in milliseconds (ASVS 5.0 7.3.2). */
export function longestSession(role: Exclude<Role, 'UNAUTHENTICATED'>): number {
  const { administratorSessionHours, memberSessionDays } = config().flags;
  return role === 'USER' ? memberSessionDays * 24 * hour : administratorSessionHours * hour;
}

/** The moment after which a session ends, however often it is used. */
export const absoluteEnd = (createdAt: Date, role: Exclude<Role, 'UNAUTHENTICATED'>): Date =>
  new Date(createdAt.getTime() + longestSession(role));

/** Whether a session has reached neither of its ends; beside the record of its person. */
export function isLivingSession(): SQL | undefined {
  const seconds = sql`case when ${users.role} = 'USER'
    then ${longestSession('USER') / 1000}::int else ${longestSession('ADMIN') / 1000}::int end`;
  return and(
    gt(signInSessions.expiresAt, sql`now()`),
    sql`${signInSessions.createdAt} > now() - make_interval(secs => ${seconds})`,
  );
}
