import { and, eq, notInArray } from 'drizzle-orm';
import { config } from '~/config/config.server';
import { schema, type Transaction } from '~/db/db.server';
import { translateIn } from '~/i18n/translations.server';
import { queueMail } from '~/platform/mail/mail.server';
import { accountNoticeEmail, type AccountNoticeKind } from './account-notice.email';
import {
  administratorNoticeEmail,
  type AdministratorNoticeKind,
} from '~/features/identity/security-log/administrator-notice.email';
import { isReachableAdministrator } from './administrators.server';
import { association } from '~/platform/association.server';

const { users } = schema;

/**
 * Tells a person by mail what has changed about the account, in the transaction of the change.
 * @param notice `recipient` when it is not the present address
 */
export async function queueAccountNotice(
  tx: Transaction,
  notice: { userId: string; kind: AccountNoticeKind; recipient?: string },
): Promise<void> {
  const [person] = await tx
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, notice.userId));
  const recipient = notice.recipient ?? person?.email;
  if (!recipient) return;
  await queueMail(tx, {
    template: 'account-notice',
    recipient,
    userId: notice.userId,
    ...accountNoticeEmail({
      translate: translateIn(config().languages.default),
      site: association().shortName,
      contact: association().email,
      address: `${config().server.origin}${notice.kind === 'reactivated' ? '/login' : '/settings/security'}`,
      kind: notice.kind,
    }),
  });
}

/**
 * Tells the other administrators what one of them has done to an account, in the transaction of the
 * change: so that nobody makes an administrator, or shuts somebody out, unseen.
 * @param notice `by` who did it and needs no mail; null for a command at the machine
 */
export async function queueAdministratorNotice(
  tx: Transaction,
  notice: { about: string; by: string | null; kind: AdministratorNoticeKind },
): Promise<void> {
  const left = [notice.about, ...(notice.by ? [notice.by] : [])];
  const others = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(isReachableAdministrator, notInArray(users.id, left)));
  const content = administratorNoticeEmail({
    translate: translateIn(config().languages.default),
    site: association().shortName,
    address: `${config().server.origin}${pathOf(notice)}`,
    kind: notice.kind,
  });
  for (const { id: userId, email: recipient } of others)
    await queueMail(tx, { template: 'administrator-notice', recipient, userId, ...content });
}

const pathOf = ({ kind, about }: { kind: AdministratorNoticeKind; about: string }) =>
  kind === 'proposed' ? '/administration/proposals' : `/user/${about}`;
