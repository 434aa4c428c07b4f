import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { fileTypeFromBuffer } from 'file-type';
import type { Actor } from '~/policy/actor';
import { schema, type Transaction, transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit, type AuditAction } from '~/features/identity/audit/audit.server';
import { extensionOf, fileTypeOf } from '~/features/library/resources/file-types';
import { newId } from '~/lib/new-id';
import { plainUploadName } from '~/features/library/resources/upload-name';
import { authorise } from '~/policy/permissions';
import { fileStore } from '~/platform/files/file-store.server';
import { requireNoVirus } from '~/platform/files/virus-scanner.server';
import type { TypedContent } from '~/features/content/publishing/content-schemas';
import { isItem } from '~/features/content/publishing/publication-kinds';
import type { SeenText } from '~/features/content/publishing/publication-states.server';
import { readWorking } from '~/features/content/publishing/publication-rows.server';
import { saveInitialRevision } from '~/features/content/publishing/save-revision.server';
import { writeSaved } from '~/features/content/publishing/saving.server';
import { lockUpToDate } from '~/features/content/publishing/pending-changes.server';

/** What the public may be given to download. */
export const attachmentExtensions = ['pdf', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'];

type NewFile = { title: string; fileName: string; bytes: Buffer };

/**
 * Attaches a file to a text, as a saved change.
 * @throws AppError `error.storage/…`, `error.changed-meanwhile`
 */
export async function attachFile(actor: Actor, text: SeenText, file: NewFile): Promise<void> {
  authorise(actor, 'content.edit');
  if (!isItem(text.kind)) throw new AppError('error.content.not-possible');
  const row = await prepareAttachment(actor, file);
  await changeAttachments(actor, text, {
    action: 'content.attach',
    prepare: async (tx) => {
      await tx.insert(schema.publicFiles).values(row);
    },
    change: (ids) => [...ids, row.id],
  });
}

/**
 * Checks and stores a file; the caller adds its row.
 * @throws AppError `error.storage/…`
 */
export async function prepareAttachment(actor: Actor, given: NewFile) {
  authorise(actor, 'content.edit');
  // An address made of it has to be one that the site answers.
  const file = { ...given, fileName: plainUploadName(given.fileName) };
  const mediaType = await checkedType(file);
  const id = newId();
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');
  const storageKey = `public/${id}.${extensionOf(file.fileName)}`;
  await fileStore().put(storageKey, file.bytes);
  return {
    id,
    page: 'publication',
    title: file.title || file.fileName,
    fileName: file.fileName,
    mediaType,
    bytes: file.bytes.length,
    sha256,
    storageKey,
    createdBy: actor.id,
  };
}

/** Takes a file off a text, as a saved change; versions still know it. */
export async function detachFile(actor: Actor, text: SeenText, file: string): Promise<void> {
  authorise(actor, 'content.edit');
  const change = (ids: string[]) => ids.filter((id) => id !== file);
  await changeAttachments(actor, text, { action: 'content.detach', change });
}

async function checkedType({ fileName, bytes }: NewFile): Promise<string> {
  if (bytes.length === 0) throw new AppError('error.storage/no-file-provided');
  const extension = extensionOf(fileName);
  const type = fileTypeOf(extension);
  if (!type || !attachmentExtensions.includes(extension)) {
    throw new AppError('error.storage/type-not-allowed');
  }
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (!found || !type.inside.includes(found.mime)) {
    throw new AppError('error.storage/type-mismatch');
  }
  await requireNoVirus(async () => Readable.from([bytes]));
  return type.mediaType;
}

type Change = {
  action: AuditAction;
  prepare?: (tx: Transaction) => Promise<void>;
  change: (ids: string[]) => string[];
};

async function changeAttachments(
  actor: Actor,
  text: SeenText,
  { action, prepare, change }: Change,
) {
  await transaction(async (tx) => {
    const row = await lockUpToDate(tx, text, text.baseVersion);
    await saveInitialRevision(tx, { kind: text.kind, row });
    await prepare?.(tx);
    const content = withAttachments(await readWorking(tx, text), change);
    await writeSaved(tx, actor, { row, content, keepsDraft: true });
    await appendAudit(tx, actor, { action, target: { kind: text.kind, id: text.id } });
  });
}

function withAttachments(content: TypedContent, change: Change['change']): TypedContent {
  switch (content.kind) {
    case 'news': {
      const attachments = change(content.fields.attachments);
      return { kind: content.kind, fields: { ...content.fields, attachments } };
    }
    case 'article': {
      const attachments = change(content.fields.attachments);
      return { kind: content.kind, fields: { ...content.fields, attachments } };
    }
    case 'page':
    case 'event-translation':
    case 'board-member':
      return content;
  }
}
