import { asc, eq, sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';

/** The mails written so far, oldest first; of one template when named. */
export function outboxMails(template?: string) {
  const { mails } = schema;
  return db()
    .select()
    .from(mails)
    .where(template === undefined ? undefined : eq(mails.template, template))
    .orderBy(asc(mails.createdAt), asc(mails.id));
}

/** The address in the text of the newest mail of a template. */
export async function linkInLastMail(template: string): Promise<URL> {
  const last = (await outboxMails(template)).at(-1);
  return new URL(/https?:\/\/\S+/.exec(last?.text ?? '')?.[0] ?? 'about:blank');
}

/** The last part of that address: the secret of the link. */
export async function tokenInLastMail(template: string): Promise<string> {
  return (await linkInLastMail(template)).pathname.split('/').at(-1) ?? '';
}

/** The data of the jobs of one queue, oldest first. */
export async function queuedJobs(name: string): Promise<unknown[]> {
  const { rows } = await db().execute<{ data: unknown }>(
    sql`select data from pgboss.job where name = ${name} order by created_on, id`,
  );
  return rows.map(({ data }) => data);
}
