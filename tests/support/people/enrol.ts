import {
  beginEnrolment,
  confirmEnrolment,
  findEnrolment,
} from '~/features/identity/second-factor/second-factor.server';
import { totpCode, totpStepAt } from '~/features/identity/second-factor/one-time-password.server';
import type { SignedInActor } from '~/policy/actor';
import { actorOf } from './actors';

/** The password of those who enrol. */
export const password = 'seven quiet lanterns';

/** Enrols and gives back the app and the printed codes. */
export async function enrol(person: SignedInActor, ownSession: string | null = null) {
  const actor = actorOf(person);
  await beginEnrolment(actor, { password });
  const secret = (await findEnrolment(actor))?.secret ?? '';
  // The number before, so that the present one is not used up; it is taken for half a minute only.
  const confirm = () =>
    confirmEnrolment(actor, totpCode(secret, totpStepAt(new Date()) - 1), ownSession);
  const codes = await confirm().catch(confirm);
  return { secret, codes, present: () => totpCode(secret, totpStepAt(new Date())) };
}
