import { data } from 'react-router';
import type { Actor } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { parseForm, sentTexts } from '~/lib/forms/form';
import { redirectWithNotice } from '~/answers/notices.server';
import type { Access } from './own-access.server';
import type { RegistrationAnswerData } from './registration-form';
import { cancelSchema, changeSchema, consentSchema } from './registration-schemas';
import {
  cancelRegistration,
  changeRegistration,
  findOwnRegistration,
  setConsents,
} from './registrations.server';

/** Actions on one's own registration, signed in or through the link in the e-mail. */
export async function actOnOwn(
  { actor, access, here }: { actor: Actor; access: Access; here: string },
  sent: FormData,
) {
  try {
    const intent = sent.get('intent');
    if (intent === 'cancel') {
      if (!parseForm(cancelSchema, sent).ok) throw new AppError('error.invalid-input');
      const isMailed = await cancelRegistration(actor, access);
      return redirectWithNotice(here, doneNotice('success.registration-cancelled', isMailed));
    }
    if (intent === 'consents') {
      const form = parseForm(consentSchema, sent);
      if (!form.ok) throw new AppError('error.invalid-input');
      await setConsents(actor, access, form.data);
      return redirectWithNotice(here, { kind: 'success', key: 'success.registration-saved' });
    }
    const own = await findOwnRegistration(actor, access);
    if (!own) throw new AppError('error.not-found');
    const form = parseForm(changeSchema(own.event.questions), sent);
    if (!form.ok) return data<RegistrationAnswerData>(form, { status: 400 });
    const isMailed = await changeRegistration(actor, access, form.data);
    return redirectWithNotice(here, doneNotice('success.registration-saved', isMailed));
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') throwErrorResponse(error);
    const answer: RegistrationAnswerData = { error: error.code, values: sentTexts(sent) };
    return data(answer, { status: error.status });
  }
}

/** Says what was done; where the e-mail about it was held back, that instead. */
export function doneNotice(key: string, isMailed: boolean) {
  return { kind: 'success' as const, key: isMailed ? key : 'success.registration-without-mail' };
}
