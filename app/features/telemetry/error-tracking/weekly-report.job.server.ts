import { and, eq, isNull } from 'drizzle-orm';
import { config } from '~/config/config.server';
import { schema, transaction } from '~/db/db.server';
import { translateIn } from '~/i18n/translations.server';
import type { Job } from '~/platform/jobs/job-queue.server';
import { queueMail } from '~/platform/mail/mail.server';
import { errorReportEmail } from './error-report.email';
import { association } from '~/platform/association.server';

const { errorGroups, users } = schema;

/**
 * Tells each DEV how many faults are open; no mail when there are none.
 * @returns the number of mails
 */
export async function reportOpenErrors(): Promise<number> {
  return transaction(async (tx) => {
    const count = await tx.$count(errorGroups, eq(errorGroups.state, 'open'));
    if (count === 0) return 0;
    const developers = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(and(eq(users.role, 'DEV'), isNull(users.suspendedAt)));
    for (const { id, email } of developers) {
      await queueMail(tx, {
        template: 'error-report',
        recipient: email,
        userId: id,
        ...errorReportEmail({
          translate: translateIn(config().languages.default),
          site: association().shortName,
          count,
          address: `${config().server.origin}/administration/errors`,
        }),
      });
    }
    return developers.length;
  });
}

export const sendErrorReport: Job<object> = {
  name: 'weekly-error-report',
  schedule: '0 8 * * 1',
  run: async () => {
    await reportOpenErrors();
  },
};
