import { data, type RouterContextProvider } from 'react-router';
import { z } from 'zod';
import { actorContext } from '~/policy/actor';
import { config } from '~/config/config.server';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { languageContext } from '~/i18n/language.server';
import { translateIn } from '~/i18n/translations.server';
import type { Collection } from '~/lib/collections';
import { parseForm } from '~/lib/forms/form';
import { listTrash, removeFromTrash, restoreFromTrash } from './trash.server';

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

const id = z.uuid({ error: 'form.invalid' });
const intentSchema = z.discriminatedUnion('intent', [
  z.strictObject({ intent: z.literal('restore'), id }),
  z.strictObject({ intent: z.literal('remove'), id }),
]);

/** What was done, with the name and the number, or why not. */
export type TrashAnswer =
  | { ok: true; intent: 'restore'; title: string; count: number; place: string | null }
  | { ok: true; intent: 'remove'; title: string; count: number }
  | { ok: false; code: string };

/** The action of a collection's trash. */
export async function changeTrash({ request, context }: Arguments) {
  const form = parseForm(intentSchema, await request.formData());
  if (!form.ok) return data<TrashAnswer>({ ok: false, code: 'error.invalid-input' }, 400);
  const actor = context.get(actorContext);
  try {
    const answer: TrashAnswer =
      form.data.intent === 'restore'
        ? { ok: true, intent: 'restore', ...(await restoreFromTrash(actor, form.data.id)) }
        : { ok: true, intent: 'remove', ...(await removeFromTrash(actor, form.data.id)) };
    return data(answer);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data<TrashAnswer>({ ok: false, code: error.code }, error.status);
  }
}
