import { eq } from 'drizzle-orm';
import { config } from '~/config/config.server';
import { schema, type Transaction } from '~/db/db.server';
import { translateIn } from '~/i18n/translations.server';
import { queueMail } from '~/platform/mail/mail.server';
import { accountNoticeEmail, type AccountNoticeKind } from './account-notice.email';

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
      site: config().association.shortName,
      contact: config().association.email,
      address: `${config().server.origin}/settings/security`,
      kind: notice.kind,
    }),
  });
}
