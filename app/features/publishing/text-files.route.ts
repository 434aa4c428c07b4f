import { data } from 'react-router';
import { z } from 'zod';
import { actorContext } from '~/actor';
import { showErrorPage } from '~/error-response.server';
import { AppError } from '~/errors';
import { parseForm } from '~/lib/form';
import { isUuid } from '~/lib/is-uuid';
import { textField } from '~/lib/text-field';
import { redirectWithNotice } from '~/notices.server';
import type { Route } from './+types/text-files.route';
import { attachFile, detachFile } from './attachments.server';
import { removeCover, setCover } from './pictures.server';
import { editPath, publicationKindOf } from './publication-kinds';

const fileFormSchema = z.strictObject({
  intent: z.enum(['set-cover', 'remove-cover', 'attach', 'detach']),
  baseVersion: z.coerce.number().int().min(1),
  title: textField(0, 200).default(''),
  file: z.string().refine(isUuid, { error: 'form.invalid' }).optional(),
});

export function loader() {
  return data('error.not-found', { status: 404 });
}

/** Takes and removes the cover and the attachments of a text, then leads back to it. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const kind = publicationKindOf(params.kind);
  if (!kind || !isUuid(params.id)) throw data('error.not-found', { status: 404 });
  const given = await request.formData();
  const upload = given.get('upload');
  given.delete('upload');
  const form = parseForm(fileFormSchema, given);
  if (!form.ok) throw data('error.invalid-input', { status: 400 });
  const actor = context.get(actorContext);
  const back = editPath(kind, params.id);
  const text = { kind, id: params.id, baseVersion: form.data.baseVersion };
  const sent = upload instanceof File ? upload : null;
  const bytes = Buffer.from(sent ? await sent.arrayBuffer() : new ArrayBuffer(0));
  try {
    switch (form.data.intent) {
      case 'set-cover':
        await setCover(actor, text, bytes);
        break;
      case 'remove-cover':
        await removeCover(actor, text);
        break;
      case 'attach': {
        const fileName = (sent?.name ?? '').normalize('NFC').slice(-200);
        await attachFile(actor, text, { title: form.data.title, fileName, bytes });
        break;
      }
      case 'detach':
        await detachFile(actor, text, form.data.file ?? '');
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') showErrorPage(error);
    return redirectWithNotice(back, { kind: 'error', key: error.code });
  }
  return redirectWithNotice(back, { kind: 'success', key: 'success.content-save' });
}
