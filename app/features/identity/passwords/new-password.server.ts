import { data } from 'react-router';
import { AppError } from '~/policy/errors';
import { parseForm } from '~/lib/forms/form';
import { redirectWithNotice } from '~/answers/notices.server';
import type { NewPasswordAnswer } from './new-password-page';
import { newPasswordSchema } from '~/features/identity/sign-in/sign-in-schemas';

/**
 * Reads the form of `NewPasswordPage` and hands the password on.
 * @param save keeps it; @returns why it is too weak, or null
 * @param success text of the notice on the sign-in page
 */
export async function setNewPassword(
  request: Request,
  success: 'success.password-changed' | 'success.password-set',
  save: (password: string) => Promise<string | null>,
) {
  const form = parseForm(newPasswordSchema, await request.formData());
  if (!form.ok) return refusal({ fieldErrors: form.fieldErrors }, 400);
  try {
    const weakness = await save(form.data.password);
    if (!weakness) return redirectWithNotice('/login', { kind: 'success', key: success });
    return refusal({ fieldErrors: { password: `form.password-${weakness}` } }, 400);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refusal({ error: error.code }, error.status);
  }
}

const refusal = (answer: NewPasswordAnswer, status: number) => data(answer, { status });
