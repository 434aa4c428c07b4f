import { data, type RouterContextProvider } from 'react-router';
import { z } from 'zod';
import { type Actor, actorContext } from '~/policy/actor';
import { config } from '~/config/config.server';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { languageContext } from '~/i18n/language.server';
import { translateIn } from '~/i18n/translations.server';
import { redirectWithNotice } from '~/answers/notices.server';
import { addressOf, type Collection } from '~/lib/collections';
import { parseForm, sentText } from '~/lib/forms/form';
import { selectedRows } from '~/ui/data-table/selected-rows';
import { listTrash, mostListed, restoreFromTrash } from './trash.server';
import { findTrashed, removeSelected, restoreSelected } from './trash-selection.server';
import { trashKey } from './trash-key';

type Arguments = { request: Request; context: Readonly<RouterContextProvider> };

/** The loader of a collection's trash. */
export async function loadTrash({ context }: Arguments, collection: Collection) {
  const things = await listTrash(context.get(actorContext), collection).catch(throwErrorResponse);
  return {
    title: translateIn(context.get(languageContext))('trash.title'),
    collection,
    days: config().intranet.trashDays,
    things,
  };
}
export type TrashPageData = Awaited<ReturnType<typeof loadTrash>>;

const restoreSchema = z.strictObject({
  intent: z.literal('restore'),
  id: z.uuid({ error: 'form.invalid' }),
});

/** What was restored, with its name, the number and its place, or why not. */
export type TrashAnswer =
  | { ok: true; title: string; count: number; place: string | null }
  | { ok: false; code: string };

/** The action of a collection's trash: restores one thing, or is about those that were ticked. */
export async function changeTrash({ request, context }: Arguments, collection: Collection) {
  const sent = await request.formData();
  const actor = context.get(actorContext);
  if (sent.has('selected') || intents.some((intent) => intent === sentText(sent, 'intent'))) {
    return changeSelected(actor, collection, sent).catch(throwErrorResponse);
  }
  const form = parseForm(restoreSchema, sent);
  if (!form.ok) return data<TrashAnswer>({ ok: false, code: 'error.invalid-input' }, 400);
  try {
    return data<TrashAnswer>({ ok: true, ...(await restoreFromTrash(actor, form.data.id)) });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data<TrashAnswer>({ ok: false, code: error.code }, error.status);
  }
}

const intents = ['restore-selected', 'ask-remove', 'remove-selected'] as const;

/** Names what was ticked before it is removed for good; restores it at once. */
async function changeSelected(actor: Actor, collection: Collection, sent: FormData) {
  const form = selectedRows(sent, intents, mostListed);
  if (!form) {
    const notice = { kind: 'error', key: 'error.nothing-selected' } as const;
    return redirectWithNotice(`${addressOf[collection]}/trash`, notice);
  }
  const { intent, selected } = form;
  const chosen = { collection, keys: selected };
  switch (intent) {
    case 'restore-selected':
      return { selection: { intent, result: await restoreSelected(actor, chosen) } };
    case 'remove-selected':
      return { selection: { intent, result: await removeSelected(actor, chosen) } };
    case 'ask-remove': {
      const { things, changed } = await findTrashed(actor, chosen);
      const asked = things
        .filter(({ isRemovable }) => isRemovable)
        .map((thing) => ({ ...thing, key: trashKey(thing) }));
      const refused = things.filter((one) => !one.isRemovable).map(({ title }) => title);
      return { selection: { intent, asked, result: { done: 0, changed, refused } } };
    }
  }
}
export type TrashSelection = Exclude<
  Awaited<ReturnType<typeof changeSelected>>,
  Response
>['selection'];
