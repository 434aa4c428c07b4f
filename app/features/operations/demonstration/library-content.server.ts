import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { SignedInActor } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { storageKeyOf, storeDocument } from '~/features/library/documents/documents.server';
import { ensureFolders } from '~/features/library/intranet/intranet.server';
import { citationKeys } from '~/features/citations/citation-key';
import { extensionOf, fileTypeOf } from '~/features/library/resources/file-types';
import { newId } from '~/lib/new-id';
import { projectRoot } from '~/config/project-root.server';
import { judgmentOf, metadataSchema } from '~/features/library/resources/resource-metadata';
import { fileStore } from '~/platform/files/file-store.server';
import { isEmpty } from './is-empty.server';

const { intranetResources: resources } = schema;

const libraryFile = z.array(
  z.strictObject({
    folder: z.string(),
    file: z.string(),
    title: z.string().max(200),
    description: z.string(),
    language: z.string(),
    metadata: metadataSchema,
  }),
);
type Example = z.output<typeof libraryFile>[number];

/** The example documents of the library, by a member of the demonstration; into an empty one only. */
export async function loadLibrary(memberEmail: string): Promise<void> {
  if (!(await isEmpty(resources))) return;
  const [member] = await db()
    .select()
    .from(schema.users)
    .where(eq(schema.users.email, memberEmail));
  if (!member) return;
  const { id, role, email, firstName, lastName } = member;
  const actor = { id, role, email, firstName, lastName };
  const folder = join(projectRoot(), 'content/library');
  const examples = libraryFile.parse(
    JSON.parse(await readFile(join(folder, 'library.json'), 'utf8')),
  );
  for (const example of examples) {
    await addExample(actor, example, await readFile(join(folder, example.file)));
  }
}

async function addExample(actor: SignedInActor, example: Example, bytes: Buffer): Promise<void> {
  const place = { collection: 'userIntranet', parent: null } as const;
  const parent = await ensureFolders(actor, place, [example.folder]);
  const extension = extensionOf(example.file);
  const document = newId();
  const judgment = judgmentOf(example.metadata);
  const storageKey = storageKeyOf({ ...place, document, extension, version: null });
  await fileStore().put(storageKey, bytes);
  await transaction(async (tx) => {
    await storeDocument(tx, actor, {
      document,
      collection: 'userIntranet',
      parent,
      replaces: false,
      replacesVersion: null,
      note: '',
      fileName: basename(example.file),
      extension,
      mediaType: fileTypeOf(extension)?.mediaType ?? 'application/octet-stream',
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      storageKey,
    });
    const { title, description, language, metadata } = example;
    const citations = citationKeys(`${judgment?.ecli ?? ''} ; ${judgment?.caseNumber ?? ''}`);
    await tx
      .update(resources)
      .set({ title, description, language, metadata, citations })
      .where(eq(resources.id, document));
  });
}
