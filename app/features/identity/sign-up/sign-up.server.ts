import type { Actor } from '~/policy/actor';
import { config } from '~/config/config.server';
import { transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import {
  confirmEmail,
  createUser,
  createUserDirectly,
  findAccountByEmail,
  isPasswordCorrect,
  passwordWeaknessOf,
  spendHashingTime,
} from '~/features/identity/accounts/accounts.server';
import { translateIn } from '~/i18n/translations.server';
import { authorise } from '~/policy/permissions';
import { enqueue, type Job } from '~/platform/jobs/job-queue.server';
import { queueMail } from '~/platform/mail/mail.server';
import { mayMail } from '~/platform/mail/mail-limits.server';
import { consumeUse } from '~/platform/throttle.server';
import { addressInUseEmail } from './address-in-use.email';
import { confirmEmailEmail } from './confirm-email.email';
import {
  findTokenOwner,
  issueToken,
  isTokenUsable,
  useToken,
} from '~/features/identity/sign-in/one-time-token.server';
import { hasAccount, removeUnconfirmedAccounts } from './unconfirmed-accounts.server';
import type { SignUpInput } from '~/features/identity/sign-in/sign-in-schemas';
import { countMailRequest } from '~/features/identity/sign-in/throttle.server';
import { association } from '~/platform/association.server';

export { hasAccount, removeUnconfirmedAccounts };

/** Lifetime of the link that confirms an address, in hours. */
const confirmHours = 24;

/**
 * Registers the person at the form (spec section 4). The answer, and about the work done, are the
 * same whether the address is known: the rest is said by mail. The role is always USER.
 * @throws AppError `error.auth/operation-not-allowed` while self-registration is off,
 *   `error.auth/weak-password`, `error.auth/too-many-requests`
 * @throws Error 'Password is not defined' without the server function and without a password
 */
export async function signUp(
  actor: Actor,
  input: SignUpInput,
  clientAddress: string,
): Promise<void> {
  authorise(actor, 'user.sign-up');
  if (!config().flags.selfRegistration) throw new AppError('error.auth/operation-not-allowed');
  await countMailRequest(clientAddress);
  const create = config().flags.serverFunctionRegistration ? createUser : createUserDirectly;
  const payload = { ...input, role: 'USER' as const, selfRegistered: true };
  await transaction(async (tx) => {
    const userId = await create(actor, payload, tx);
    await enqueue(tx, { name: sendSignUpMail.name, data: { email: input.email, userId } });
  }).catch(async (error: unknown) => {
    const isKnown = error instanceof AppError && error.code === 'error.auth/email-already-in-use';
    if (!isKnown) throw error;
    await spendHashingTime(input.password ?? '');
    await transaction((tx) =>
      enqueue(tx, { name: sendSignUpMail.name, data: { email: input.email } }),
    );
  });
}

/** The link to confirm for a new account, a hint for the owner of an existing one. */
export const sendSignUpMail: Job<{ email: string; userId?: string }> = {
  name: 'send-sign-up-mail',
  run: async ({ email, userId }) => {
    const account = await findAccountByEmail(email);
    // The account that was opened may be gone meanwhile, and another one have its address.
    if (!account || (userId && userId !== account.id)) return;
    const { origin } = config().server;
    const frame = {
      translate: translateIn(config().languages.default),
      site: association().shortName,
    };
    await transaction(async (tx) => {
      if (!(await mayMail(tx, 'sign-up', email))) return;
      if (!userId) {
        const content = addressInUseEmail({ ...frame, address: `${origin}/login` });
        await queueMail(tx, {
          template: 'address-in-use',
          recipient: account.email,
          userId: account.id,
          ...content,
        });
        return;
      }
      const token = await issueToken(tx, {
        purpose: 'confirm-email',
        userId,
        minutes: confirmHours * 60,
      });
      const address = `${origin}/confirm-email/${token}`;
      const content = confirmEmailEmail({ ...frame, address, hours: confirmHours });
      await queueMail(tx, {
        template: 'confirm-email',
        recipient: account.email,
        userId,
        ...content,
      });
    });
  },
};

/** Whether a confirmation link would still work. Changes nothing. */
export function isConfirmLinkUsable(actor: Actor, token: string): Promise<boolean> {
  authorise(actor, 'user.sign-up');
  return isTokenUsable('confirm-email', token);
}

const confirmTries = { points: 8, duration: 15 * 60 };

/**
 * Confirms the address of a new account. Asks for the password that was chosen when it was opened:
 * someone else may have opened it with this address, and would share it from then on.
 * @throws AppError `error.auth/expired-action-code` when the link is unknown, used or over,
 *   `error.auth/wrong-password` (then the link stays usable), `error.auth/too-many-requests`
 */
export async function confirmAddress(
  actor: Actor,
  { token, password }: { token: string; password: string },
): Promise<void> {
  authorise(actor, 'user.sign-up');
  const owner = await findTokenOwner('confirm-email', token);
  if (!owner) throw new AppError('error.auth/expired-action-code');
  const { isWithin } = await consumeUse('confirm-email', confirmTries, owner);
  if (!isWithin) throw new AppError('error.auth/too-many-requests');
  // Before the transaction: the work of it would hold the link, and a connection, for so long.
  if (!(await isPasswordCorrect(owner, password))) throw new AppError('error.auth/wrong-password');
  await transaction(async (tx) => {
    const userId = await useToken(tx, { purpose: 'confirm-email', token });
    if (!userId) throw new AppError('error.auth/expired-action-code');
    await confirmEmail(tx, userId);
  });
}

/** Why the form's password cannot be used, as the key of its text (spec section 5), or null. */
export function refusedPassword(input: SignUpInput): string | null {
  if (!input.password) return 'form.password-not-defined';
  const weakness = passwordWeaknessOf(input.password, input);
  return weakness && `form.password-${weakness}`;
}
