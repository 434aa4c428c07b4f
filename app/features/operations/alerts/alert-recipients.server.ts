import { and, eq, isNull } from 'drizzle-orm';
import { config } from '~/config/config.server';
import { db, schema } from '~/db/db.server';

const { users } = schema;

export type AlertRecipients = {
  mails: { email: string; userId?: string }[];
  webhooks: readonly string[];
};

/** Recipients of alerts: ALERTS_TO, else accounts with the role DEV, else administrators. */
export async function findAlertRecipients(): Promise<AlertRecipients> {
  const { mails, webhooks } = config().alerts;
  if (mails.length + webhooks.length > 0) {
    return { mails: mails.map((email) => ({ email })), webhooks };
  }
  const developers = await withRole('DEV');
  return { mails: developers.length > 0 ? developers : await withRole('ADMIN'), webhooks };
}

const withRole = (role: 'DEV' | 'ADMIN') =>
  db()
    .select({ email: users.email, userId: users.id })
    .from(users)
    .where(and(eq(users.role, role), isNull(users.suspendedAt)));
