import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { config } from '~/config/config.server';
import { schema, type Transaction } from '~/db/db.server';
import { withoutCase } from '~/db/typed-words.server';
import { renderedColumns } from '~/features/writing/rendered-texts/rendered-texts.server';
import { translateIn } from '~/i18n/translations.server';
import { plainText } from '~/rich-text/plain-text';
import { isNamed } from './mentions.server';
import { mentionRemover } from './without-mention';

const { flags, forumComments, forumCommentVersions, users } = schema;

/**
 * Where someone who leaves was mentioned it says “@Former member”: beside the name, the number in
 * the topic would hide nobody. A name that another member bears too stays that member's. What
 * others wrote of the person in words of their own stays theirs.
 */
export async function forgetMentions(tx: Transaction, userId: string): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (!user) return;
  const name = `${user.firstName} ${user.lastName}`;
  const namesakes = await tx.$count(users, isNamed(name));
  if (namesakes > 1) return;
  const label = `@${translateIn(config().languages.default)('forum.former-member')}`;
  const without = mentionRemover(name, label);
  const mention = withoutCase(sql`${`@${name}`}::text`);
  const says = (words: SQLWrapper): SQL => sql`position(${mention} in ${withoutCase(words)}) > 0`;
  await fromComments(tx, without, says);
  await fromVersions(tx, without, says);
  await fromFlags(tx, without, says);
}

type Remover = ReturnType<typeof mentionRemover>;
type Says = (words: SQLWrapper) => SQL;

/** The words of a rich text without formatting. */
const wordsOf = (text: SQLWrapper) =>
  sql`(select string_agg(part #>> '{}', '') from jsonb_path_query(${text}, 'strict $.**.text') part)`;

async function fromComments(tx: Transaction, without: Remover, says: Says): Promise<void> {
  const { id, body, quote, words, version } = forumComments;
  const rows = await tx
    .select({ id, body, quote })
    .from(forumComments)
    .where(sql`${says(words)} or ${says(sql`${quote} ->> 'text'`)}`);
  for (const row of rows) {
    const text = without.fromText(row.body);
    const quoted = row.quote && { ...row.quote, text: without.fromWords(row.quote.text) };
    await tx
      .update(forumComments)
      // A form that was opened before would bring the name back; nobody else has changed it.
      .set({
        ...renderedColumns(text),
        updatedBy: null,
        words: plainText(text),
        quote: quoted,
        version: sql`${version} + 1`,
      })
      .where(eq(id, row.id));
  }
}

async function fromVersions(tx: Transaction, without: Remover, says: Says): Promise<void> {
  const { id, body } = forumCommentVersions;
  const rows = await tx
    .select({ id, body })
    .from(forumCommentVersions)
    .where(says(wordsOf(body)));
  for (const row of rows) {
    await tx
      .update(forumCommentVersions)
      .set({ body: without.fromText(row.body) })
      .where(eq(id, row.id));
  }
}

/** Shows the flagged snapshot beside the present text. */
async function fromFlags(tx: Transaction, without: Remover, says: Says): Promise<void> {
  const { id, snapshot, passage } = flags;
  const rows = await tx
    .select({ id, snapshot, passage })
    .from(flags)
    .where(sql`${says(wordsOf(snapshot))} or ${says(passage)}`);
  for (const row of rows) {
    await tx
      .update(flags)
      .set({ snapshot: without.fromText(row.snapshot), passage: without.fromWords(row.passage) })
      .where(eq(id, row.id));
  }
}
