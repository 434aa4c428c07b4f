import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inArray } from 'drizzle-orm';
import { z } from 'zod';
import { schema, type Transaction, transaction } from '~/db/db.server';
import { paragraphs } from '~/db/factories.server';
import { newId } from '~/lib/new-id';
import { projectRoot } from '~/config/project-root.server';
import { isEmpty } from './is-empty.server';

const { forumCategories, forumComments, forumTopics, users } = schema;

const moment = z.iso.datetime().transform((text) => new Date(text));

const commentFile = z.strictObject({
  author: z.enum(['member', 'member2', 'admin', 'dev']),
  at: moment,
  /** Position of the comment that is answered. */
  replyTo: z.number().int().min(1).optional(),
  text: z.array(z.string()).min(1),
});

const forumFile = z.strictObject({
  category: z.strictObject({
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    position: z.number().int(),
  }),
  topics: z.array(
    z.strictObject({
      title: z.string().min(8).max(160),
      tags: z.array(z.string()),
      pinned: z.boolean().optional(),
      comments: z.array(commentFile).min(1),
    }),
  ),
});
type ForumFile = z.output<typeof forumFile>;

/** Example discussions between the demonstration accounts; only into an empty forum. */
export async function loadDemonstrationForum(): Promise<void> {
  if (!(await isEmpty(forumCategories))) return;
  const folder = join(projectRoot(), 'content/forum');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  const files = await Promise.all(
    names.map(async (name) =>
      forumFile.parse(JSON.parse(await readFile(join(folder, name), 'utf8'))),
    ),
  );
  await transaction(async (tx) => {
    const authors = await findAuthors(tx);
    for (const file of files) await insertCategory(tx, file, authors);
  });
}

async function findAuthors(tx: Transaction): Promise<Map<string, string>> {
  const addresses = ['member', 'member2', 'admin', 'dev'].map((name) => `${name}@demo.example`);
  const rows = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.email, addresses));
  return new Map(rows.map(({ id, email }) => [email.split('@')[0] ?? '', id]));
}

async function insertCategory(
  tx: Transaction,
  { category, topics }: ForumFile,
  authors: Map<string, string>,
): Promise<void> {
  const categoryId = newId();
  await tx.insert(forumCategories).values({ ...category, id: categoryId });
  for (const { comments, ...topic } of topics) {
    const id = newId();
    const ids = comments.map(() => newId());
    const [first] = comments;
    const last = comments.at(-1);
    await tx.insert(forumTopics).values({
      ...topic,
      id,
      categoryId,
      authorId: authors.get(first?.author ?? ''),
      createdAt: first?.at,
      lastActivityAt: last?.at,
      commentCount: comments.length,
    });
    await tx.insert(forumComments).values(
      comments.map(({ author, at, replyTo, text }, index) => ({
        id: ids[index],
        topicId: id,
        position: index + 1,
        createdAt: at,
        authorId: authors.get(author),
        replyToId: replyTo ? ids[replyTo - 1] : null,
        body: paragraphs(...text),
        words: text.join('\n'),
      })),
    );
  }
}
