import { beforeEach, expect, test } from 'vitest';
import sharp from 'sharp';
import type { SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { newId } from '~/lib/new-id';
import { fileStore } from '~/platform/files/file-store.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { runFileJobs } from '../../../../tests/support/database/run-jobs';
import { typedNews, writeNews } from '../../../../tests/support/texts/texts';
import { attachFile, detachFile } from './attachments.server';
import { removeCover, setCover } from './pictures.server';
import { deleteDraft } from '~/features/content/publishing/publication-states.server';
import { saveText } from '~/features/content/publishing/saving.server';
import { getTextForEditing } from '~/features/content/publishing/texts.server';
import { removeUnusedFiles } from './unused-files.server';

let admin: SignedInActor;
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

beforeEach(async () => {
  await db().delete(schema.newsItems);
  await db().delete(schema.publicationVersions);
  admin ??= actorOf(await makeUser(db(), { role: 'ADMIN' }));
  await sweep();
});

async function sweep(olderThan = 0): Promise<void> {
  // A moment later, so that what was just made is older than "now".
  await new Promise((resolve) => setTimeout(resolve, 5));
  await removeUnusedFiles(olderThan);
  await runFileJobs();
}

async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for (const folder of ['pictures', 'public']) {
    for await (const { key } of fileStore().list(folder)) keys.push(key);
  }
  return keys;
}

/** A draft with a cover and an attachment. */
async function writeWithFiles(slug: string) {
  const text = await writeNews(admin, { slug });
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#358' } })
    .png()
    .toBuffer();
  await setCover(admin, { ...text, baseVersion: 2 }, photo);
  const file = { title: 'Programme', fileName: 'programme.pdf', bytes: pdf };
  await attachFile(admin, { ...text, baseVersion: 3 }, file);
  const { cover, attachments } = await getTextForEditing(admin, 'news', text.id);
  const ids = [cover?.id ?? '', attachments[0]?.id ?? ''];
  const own = async () =>
    (await storedKeys()).filter((key) => ids.some((id) => key.includes(id))).length;
  return { ...text, attachment: ids[1] ?? '', own };
}

/** Three formats of one size, and the attachment. */
const allFiles = 4;

test('the files of a deleted draft go, and those of every other text stay', async () => {
  const draft = await writeWithFiles('deleted');
  const kept = await writeWithFiles('kept');
  const published = await writeWithFiles('published');
  await saveText(
    admin,
    published,
    typedNews({ slug: 'published', coverAlt: 'A room' }, { intent: 'publish', baseVersion: 4 }),
  );
  await deleteDraft(admin, { ...draft, baseVersion: 4 });
  await sweep(3_600_000);
  expect(await draft.own()).toBe(allFiles);
  await sweep();
  expect(await draft.own()).toBe(0);
  expect(await kept.own()).toBe(allFiles);
  expect(await published.own()).toBe(allFiles);
  expect(await db().$count(schema.pictures)).toBe(2);
});

test('what a version can bring back stays', async () => {
  const text = await writeWithFiles('changed');
  await removeCover(admin, { ...text, baseVersion: 4 });
  await detachFile(admin, { ...text, baseVersion: 5 }, text.attachment);
  await sweep();
  expect(await text.own()).toBe(allFiles);
});

test('files of a save that never came about go; the files of the site itself stay', async () => {
  const stray = [`pictures/${newId()}/480.avif`, `public/${newId()}.pdf`];
  for (const key of stray) await fileStore().put(key, 'left behind');
  const own = `public/${newId()}.pdf`;
  await fileStore().put(own, 'the statutes');
  await db().insert(schema.publicFiles).values({
    page: 'about',
    title: 'Statutes',
    fileName: 'statutes.pdf',
    mediaType: 'application/pdf',
    bytes: 12,
    sha256: 'a',
    storageKey: own,
  });
  await sweep();
  const keys = await storedKeys();
  for (const key of stray) expect(keys).not.toContain(key);
  expect(keys).toContain(own);
});
