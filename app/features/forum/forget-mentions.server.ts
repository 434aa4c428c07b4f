import { eq, sql } from 'drizzle-orm';
import { config } from '~/config.server';
import { schema, type Transaction } from '~/db/db.server';
import { translateIn } from '~/i18n/translations.server';
import { namesMentioned } from './mentions.server';

const { forumComments, forumCommentVersions, users } = schema;

/**
 * Where somebody who leaves was mentioned it says “@Former member”: beside the name, the number in
 * the topic would hide nobody. A name that another member bears too stays that member's. What
 * others wrote of the person in words of their own stays theirs.
 */
export async function forgetMentions(tx: Transaction, userId: string): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (!user) return;
  const mention = `@${user.firstName} ${user.lastName}`;
  const name = mention.slice(1).toLowerCase();
  // What cannot be mentioned is not looked for; nor has it signs that JSON writes differently.
  if (!namesMentioned(mention).includes(name)) return;
  const namesakes = await tx.$count(
    users,
    sql`lower(${users.firstName} || ' ' || ${users.lastName}) = ${name}`,
  );
  if (namesakes > 1) return;
  const pattern = `${mention.replaceAll(/[^@\p{L}\p{M} ]/gu, String.raw`\$&`)}(?![[:alpha:]])`;
  const label = `@${translateIn(config().languages.default)('forum.former-member')}`;
  const without = (text: ReturnType<typeof sql>) =>
    sql`regexp_replace(${text}, ${pattern}::text, ${label}::text, 'gi')`;
  const says = (text: ReturnType<typeof sql>) => sql`${text} ~* ${pattern}::text`;
  await tx.execute(sql`
    update ${forumComments} set words = ${without(sql`words`)},
      body = ${without(sql`body::text`)}::jsonb, quote = ${without(sql`quote::text`)}::jsonb
    where ${says(sql`words`)} or ${says(sql`quote::text`)}`);
  await tx.execute(sql`
    update ${forumCommentVersions} set body = ${without(sql`body::text`)}::jsonb
    where ${says(sql`body::text`)}`);
}
