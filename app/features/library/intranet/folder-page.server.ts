import { data, redirect, type RouterContextProvider } from 'react-router';
import { type Actor, actorContext } from '~/policy/actor';
import { config } from '~/config/config.server';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { recordServerError } from '~/features/telemetry/error-tracking/error-tracking.server';
import { languageContext } from '~/i18n/language.server';
import { translateIn } from '~/i18n/translations.server';
import { parseForm } from '~/lib/forms/form';
import { can } from '~/policy/permissions';
import { isNavigation } from '~/features/library/documents/is-navigation';
import { isUuid } from '~/lib/is-uuid';
import { currentRequestId } from '~/platform/log/log.server';
import { deleteResources, type Removal } from '~/features/library/trash/deletion.server';
import { isLanguageOff } from '~/features/library/resources/resources.server';
import { findFolderFollow } from '~/features/library/following/following.server';
import { aboutOf, type EntryView, listQueryFrom } from './entry-view';
import type { Entry } from './entries.server';
import type { Collection } from '~/lib/collections';
import { folderIntentSchema } from './intranet-schemas';
import { createFolder, getFolder, moveResources, renameResource } from './intranet.server';

type Arguments = {
  request: Request;
  params: { folder?: string | undefined };
  context: Readonly<RouterContextProvider>;
};

/** The loader of a folder's page; the route says which collection it shows (spec section 2). */
export async function loadFolder({ request, params, context }: Arguments, collection: Collection) {
  const folder = params.folder ?? null;
  if (folder !== null && !isUuid(folder)) throw data('error.not-found', { status: 404 });
  const actor = context.get(actorContext);
  const language = context.get(languageContext);
  const look = listQueryFrom(new URL(request.url).searchParams);
  const place = { collection, folder };
  const { list, path, newIds } = await getFolder(actor, place, { ...look, language })
    .catch((error: unknown) => noteFailure(error, request))
    .catch(throwErrorResponse);
  // The whole library is on the home page for everyone.
  const follow = folder === null ? null : await findFolderFollow(actor, folder);
  const { entries, ...facts } = list;
  return {
    title: path.at(-1)?.title ?? translateIn(language)(titles[collection]),
    collection,
    folder,
    path,
    follow,
    ...look,
    ...facts,
    entries: entries.map((entry) => viewOf(entry, actor, new Set(newIds))),
    longestFile: config().intranet.longestFile,
    hasTrash: config().intranet.trashDays > 0,
  };
}

/** What the list of a folder shows of an entry. */
function viewOf(entry: Entry, actor: Actor, isNew: ReadonlySet<string>): EntryView {
  const { metadata, mediaType, textState, language, user, changedAt, ...shown } = entry;
  return {
    ...shown,
    kind: metadata.kind,
    about: aboutOf(metadata),
    changedAt: changedAt.toISOString(),
    isNew: isNew.has(entry.id),
    isChangeable: can(actor, 'library.manage') || (actor.id !== null && user === actor.id),
    isLanguageOff: isLanguageOff(language),
    isScan: textState === 'none' && mediaType === 'application/pdf',
  };
}

/** A failure of ours that has a text of its own is in the list of errors all the same. */
async function noteFailure(error: unknown, request: Request): Promise<never> {
  if (error instanceof AppError && error.status >= 500) {
    const requestId = currentRequestId();
    await recordServerError('server', error.cause, {
      url: new URL(request.url).pathname,
      ...(requestId ? { requestId } : {}),
    });
  }
  throw error;
}

export type FolderPageData = Awaited<ReturnType<typeof loadFolder>>;

const titles = { userIntranet: 'intranet.title', adminIntranet: 'intranet.title-admin' } as const;

/** What a form of the page answers; the dialog that sent it shows the error beside its field. */
export type FolderAnswer =
  | { ok: true; intent: string; removal?: Removal | null }
  | { ok: false; code: string; fieldErrors?: Record<string, string> };

/** The action of a folder's page. */
export async function changeFolder(
  { request, params, context }: Arguments,
  collection: Collection,
) {
  const folder = params.folder ?? null;
  if (folder !== null && !isUuid(folder)) throw data('error.not-found', { status: 404 });
  const form = parseForm(folderIntentSchema, await request.formData());
  if (!form.ok) {
    const { fieldErrors } = form;
    return data<FolderAnswer>(
      { ok: false, code: 'error.invalid-input', fieldErrors },
      { status: 400 },
    );
  }
  const input = form.data;
  const actor = context.get(actorContext);
  let removal: Removal | null = null;
  try {
    if (input.intent === 'create-folder') {
      await createFolder(actor, { collection, parent: folder, title: input.title });
    } else if (input.intent === 'rename') await renameResource(actor, input);
    else if (input.intent === 'move') await moveResources(actor, { ...input, collection });
    else ({ removal } = await deleteResources(actor, { ...input, collection }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Deleted and forbidden entries get the same answer.
    const isGone = error.code === 'error.not-found' && input.intent !== 'create-folder';
    const code = isGone ? 'error.intranet-resource.gone' : error.code;
    return data<FolderAnswer>({ ok: false, code }, { status: error.status });
  }
  if (isNavigation(request)) throw redirect(new URL(request.url).pathname);
  return data<FolderAnswer>({ ok: true, intent: input.intent, removal });
}
