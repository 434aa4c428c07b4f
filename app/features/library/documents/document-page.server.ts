import pLimit from 'p-limit';
import { data } from 'react-router';
import { z } from 'zod';
import type { Actor } from '~/policy/actor';
import { config, type Language } from '~/config/config.server';
import { AppError } from '~/policy/errors';
import { decodeText } from './decode-text';
import { listSiblings, listSearchIn, noteVisit } from '~/features/library/intranet/intranet.server';
import { isLanguageOff } from '~/features/library/resources/resources.server';
import { isImage, isPlainText } from '~/features/library/resources/file-types';
import { parseForm } from '~/lib/forms/form';
import { versionField } from '~/lib/forms/version-field';
import { authorise } from '~/policy/permissions';
import { redirectWithNotice } from '~/answers/notices.server';
import { getDocument, getFile } from './documents.server';
import { readPages } from '~/features/library/reading/pages.server';
import { ReaderMissing } from '~/platform/reader-sandbox/reader-program.server';
import { restoreVersion } from './versions.server';
import { readWordDocument } from '~/features/library/reading/word-preview.server';
import type { PreviewContent } from '~/features/library/preview/preview-content';

/** Shown in the page; longer ones are for the download. */
const longestText = 2_000_000;
const longestWord = 20_000_000;
/** Each takes a program of its own, and its memory. */
const inTurn = pLimit(2);

/** What a reader asks for: parameters of the address, and the language whose alphabet counts. */
type Asked = { search: URLSearchParams; language: Language };

/** Everything the page of a document shows. */
export async function loadDocumentPage(actor: Actor, id: string, { search, language }: Asked) {
  authorise(actor, 'library.read');
  const { document, path, userName, isChangeable, versions } = await getDocument(actor, id);
  // Reading a document continues the visit, so other new entries stay marked.
  const [siblings] = await Promise.all([
    listSiblings(actor, document, { search, language }),
    noteVisit(actor, document.collection),
  ]);
  const position = siblings.findIndex((sibling) => sibling.id === id);
  const { collection, parent, title, description, tags, author, metadata } = document;
  return {
    id,
    collection,
    parent,
    title,
    description,
    language: document.language,
    isLanguageOff: isLanguageOff(document.language),
    tags,
    author,
    metadata,
    path,
    userName,
    isChangeable,
    longestFile: config().intranet.longestFile,
    extension: document.storageExtension ?? '',
    bytes: document.bytes ?? 0,
    pages: document.pages,
    textState: document.textState,
    fileVersion: document.fileVersion ?? 1,
    changedAt: document.fileAt ?? document.updatedAt,
    versions,
    /** The list one came from, as it was sorted and filtered there. */
    look: listSearchIn(search),
    previous: siblings[position - 1] ?? null,
    next: siblings[position + 1] ?? null,
    content: await previewOf(actor, document),
    startQuery: (search.get('q') ?? '').replaceAll('"', '').slice(0, 200),
  };
}
export type DocumentView = Awaited<ReturnType<typeof loadDocumentPage>>;

type Previewed = {
  id: string;
  storageExtension: string | null;
  mediaType: string | null;
  bytes: number | null;
};

async function previewOf(actor: Actor, document: Previewed): Promise<PreviewContent> {
  const { id, storageExtension: extension, mediaType, bytes } = document;
  if (extension === 'pdf') return { kind: 'pdf' };
  if (mediaType && isImage(mediaType)) return { kind: 'image' };
  const size = bytes ?? 0;
  const isText = isPlainText(extension ?? '');
  if (isText && size <= longestText) {
    return { kind: 'text', spans: [{ text: decodeText(await readWhole(actor, id)) }] };
  }
  if (extension === 'docx' && size <= longestWord) {
    return inTurn(() => wordPreviewOf(actor, id));
  }
  return isText || extension === 'odt' || extension === 'docx'
    ? textFound(actor, id, 'none')
    : { kind: 'none' };
}

async function wordPreviewOf(actor: Actor, id: string): Promise<PreviewContent> {
  const bytes = await readWhole(actor, id);
  try {
    return { kind: 'word', ...(await readWordDocument(bytes)) };
  } catch (error) {
    // A reader that cannot start now says nothing about the file.
    return textFound(actor, id, error instanceof ReaderMissing ? 'none' : 'unreadable');
  }
}

/** The text that was found inside, as far as a page shows it. */
async function textFound(
  actor: Actor,
  id: string,
  otherwise: 'none' | 'unreadable',
): Promise<PreviewContent> {
  const text = (await readPages(actor, id)).join('\n\n').slice(0, longestText);
  return text === '' ? { kind: otherwise } : { kind: 'text', spans: [{ text }] };
}

async function readWhole(actor: Actor, id: string): Promise<Buffer> {
  const file = await getFile(actor, id);
  return Buffer.concat(await (await file.open()).toArray());
}

const restoreSchema = z.strictObject({
  intent: z.literal('restore'),
  number: versionField,
  /** The version that was the newest on the page. */
  current: versionField.optional(),
});

/** The form that takes an earlier version back. */
export async function restoreFromForm(actor: Actor, id: string, form: FormData) {
  authorise(actor, 'library.add');
  const parsed = parseForm(restoreSchema, form);
  if (!parsed.ok) return data({ code: 'error.invalid-input' }, { status: 400 });
  try {
    await restoreVersion(actor, { id, ...parsed.data });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data({ code: error.code }, { status: error.status });
  }
  return redirectWithNotice(`/intranet/documents/${id}`, {
    kind: 'success',
    key: 'success.version-restored',
  });
}
