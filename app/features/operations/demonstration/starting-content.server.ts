import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { schema, type Transaction, transaction } from '~/db/db.server';
import { makeArticle, makeEvent, makeNewsItem, makePage } from '~/db/factories.server';
import { projectRoot } from '~/config/project-root.server';
import { isSiteText } from '~/lib/addresses/public-path';
import { fileStore } from '~/platform/files/file-store.server';
import {
  applicationFile,
  articleFile,
  boardFile,
  decisionFile,
  eventFile,
  newsFile,
  pageFile,
  registrationFile,
} from './content-schemas';
import { createExampleGuests } from './example-guests.server';
import { createExampleApplications } from './example-applications.server';
import { isEmpty } from './is-empty.server';

const folder = () => join(projectRoot(), 'content');

async function readOne<Schema extends z.ZodType>(
  name: string,
  form: Schema,
): Promise<z.output<Schema>> {
  const parsed = form.safeParse(JSON.parse(await readFile(join(folder(), name), 'utf8')));
  if (!parsed.success) throw new Error(`content/${name}: ${parsed.error.message}`);
  return parsed.data;
}

async function readAll<Schema extends z.ZodType>(
  kind: string,
  form: Schema,
): Promise<z.output<Schema>[]> {
  const names = await readdir(join(folder(), kind));
  const files = names.filter((name) => name.endsWith('.json')).toSorted();
  return Promise.all(files.map((name) => readOne(join(kind, name), form)));
}

/**
 * The pages every site needs (home, about, membership, legal texts), for the association to make
 * its own. Existing ones are left alone.
 */
export async function loadStartingPages(): Promise<void> {
  const isNew = await isEmpty(schema.pages);
  const pages = await readAll('pages', pageFile);
  // Texts that stand within pages came later: sites that are older get their places, still empty.
  const wanted = pages.filter(({ slug }) => isNew || isSiteText(slug));
  await transaction(async (tx) => {
    for (const page of wanted) await makePage(tx, page);
  });
}

async function loadExampleApplications(): Promise<void> {
  if (!(await isEmpty(schema.membershipApplications))) return;
  await createExampleApplications(await readOne('applications.json', applicationFile));
}

/** Pages, news, articles, events, board and statutes of the demonstration; only into an empty site. */
export async function loadDemonstrationContent(): Promise<void> {
  await loadExampleApplications();
  if (!(await isEmpty(schema.newsItems))) return;
  const [pages, news, articles, events, guests, board, decisions, statutes] = await Promise.all([
    readAll('free-pages', pageFile),
    readAll('news', newsFile),
    readAll('articles', articleFile),
    readAll('events', eventFile),
    readOne('registrations.json', registrationFile),
    readOne('board.en.json', boardFile),
    readOne('decisions.json', decisionFile),
    readFile(join(folder(), 'files/statutes.pdf')),
  ]);
  await transaction(async (tx) => {
    await tx.insert(schema.decisions).values(decisions).onConflictDoNothing();
    await tx
      .insert(schema.boardMembers)
      .values(board.map((member, position) => ({ ...member, position })));
    for (const page of pages) await makePage(tx, page);
    for (const item of news) await makeNewsItem(tx, item);
    for (const article of articles) await makeArticle(tx, article);
    for (const event of events) await makeEvent(tx, event);
    await createExampleGuests(tx, guests);
    await attachStatutes(tx, statutes);
  });
}

async function attachStatutes(tx: Transaction, bytes: Buffer): Promise<void> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const storageKey = `public/${sha256}.pdf`;
  await fileStore().put(storageKey, bytes);
  await tx.insert(schema.publicFiles).values({
    page: 'about',
    title: 'Statutes of the association (example)',
    fileName: 'statutes.pdf',
    mediaType: 'application/pdf',
    bytes: bytes.byteLength,
    sha256,
    storageKey,
  });
}
