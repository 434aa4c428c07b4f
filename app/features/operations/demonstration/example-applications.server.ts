import { schema, transaction } from '~/db/db.server';
import { makeApplication } from '~/db/factories.server';
import { appendAudit } from '~/features/identity/audit/audit.server';
import type { z } from 'zod';
import type { applicationFile } from './content-schemas';

const day = 24 * 3_600_000;
const retention = 183 * day;

/** Puts invented applications into the queue, each marked as an example. */
export async function createExampleApplications(
  examples: z.output<typeof applicationFile>,
): Promise<void> {
  const ago = (days: number) => new Date(Date.now() - days * day);
  await transaction(async (tx) => {
    for (const { sentDaysAgo, statusDaysAgo, isVerified, question, ...fields } of examples) {
      const isRefused = fields.status === 'rejected' || fields.status === 'withdrawn';
      const application = await makeApplication(tx, {
        ...fields,
        createdAt: ago(sentDaysAgo),
        consentedAt: ago(sentDaysAgo),
        confirmedAt: ago(sentDaysAgo),
        statusSince: ago(statusDaysAgo),
        retentionUntil: isRefused ? new Date(ago(statusDaysAgo).getTime() + retention) : null,
        ...(isVerified
          ? { verificationMethod: 'List of judges on the website of the court', verifiedAt: ago(1) }
          : {}),
      });
      if (question) {
        await tx.insert(schema.applicationMessages).values({
          applicationId: application.id,
          kind: 'question',
          text: question,
          createdAt: ago(statusDaysAgo),
        });
      }
      await appendAudit(
        tx,
        { job: 'demonstration' },
        {
          action: 'application.submit',
          target: { kind: 'application', id: application.id },
          changes: { status: { to: fields.status } },
        },
      );
    }
  });
}
