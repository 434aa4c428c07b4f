import { data } from 'react-router';
import { z } from 'zod';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { parseForm } from '~/lib/forms/form';
import { isUuid } from '~/lib/is-uuid';
import { versionField } from '~/lib/forms/version-field';
import { textField } from '~/lib/forms/text-field';
import { redirectWithNotice } from '~/answers/notices.server';

const fileFormSchema = z.strictObject({
  intent: z.enum(['set-cover', 'remove-cover', 'attach', 'detach']),
  baseVersion: versionField,
  title: textField(0, 200).default(''),
  alt: textField(0, 300).default(''),
  file: z.string().refine(isUuid, { error: 'form.invalid' }).optional(),
});

/** What is done with the files of a text or an event, on the version that was seen. */
type FileSteps = {
  setCover: (version: number, bytes: Buffer, alt: string) => Promise<void>;
  removeCover: (version: number) => Promise<void>;
  attach: (
    version: number,
    file: { title: string; fileName: string; bytes: Buffer },
  ) => Promise<void>;
  detach: (version: number, file: string) => Promise<void>;
};

/** Takes and removes a cover or an attachment, then leads back to where it is edited. */
export async function answerFileForm(request: Request, back: string, steps: FileSteps) {
  const given = await request.formData();
  const upload = given.get('upload');
  given.delete('upload');
  const form = parseForm(fileFormSchema, given);
  if (!form.ok) throw data('error.invalid-input', { status: 400 });
  const sent = upload instanceof File ? upload : null;
  const bytes = Buffer.from(sent ? await sent.arrayBuffer() : new ArrayBuffer(0));
  const { baseVersion, intent, title, alt, file } = form.data;
  try {
    switch (intent) {
      case 'set-cover':
        await steps.setCover(baseVersion, bytes, alt);
        break;
      case 'remove-cover':
        await steps.removeCover(baseVersion);
        break;
      case 'attach':
        await steps.attach(baseVersion, { title, fileName: sent?.name ?? '', bytes });
        break;
      case 'detach':
        await steps.detach(baseVersion, file ?? '');
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') throwErrorResponse(error);
    return redirectWithNotice(back, { kind: 'error', key: error.code });
  }
  return redirectWithNotice(back, { kind: 'success', key: 'success.content-save' });
}
