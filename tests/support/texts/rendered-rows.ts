import { eq, sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { paragraphs } from '~/db/factories.server';
import { htmlOf, renderText } from '~/features/writing/rendered-texts/rendered-texts.server';
import type { SignedInActor } from '~/policy/actor';
import type { RichText } from '~/rich-text/rich-text';
import { commentsOf, makeCategory, openTopic } from './forum-setup';

const { forumComments } = schema;

/** A topic of one comment. */
export async function openOne(admin: SignedInActor, body: RichText = paragraphs('As written')) {
  const { slug } = await makeCategory(admin);
  const topicId = await openTopic(admin, { category: slug, body });
  const read = async () => (await commentsOf(admin, topicId))[0]?.html;
  return { topicId, read, where: eq(forumComments.topicId, topicId) };
}

type Rendered = { body: RichText; rendered: { version: string; lead: string; rest: string } };

/** The rows of a table that readers are shown something else of than what was written. */
export async function strayRows(table: string) {
  const { rows } = await db().execute<Rendered>(
    sql`select body, rendered from ${sql.identifier(table)}`,
  );
  return rows.filter(({ body, rendered }) => {
    const made = renderText(body, { hasAnchors: table === 'pages' });
    return (
      rendered?.version !== made.version || htmlOf({ body, rendered: made }) !== both(rendered)
    );
  });
}

const both = ({ lead, rest }: Rendered['rendered']) => lead + rest;
