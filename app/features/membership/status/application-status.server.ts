import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import { type Actor, anonymous } from '~/policy/actor';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import { ownColumns } from '~/features/membership/application-columns.server';
import { hashOfLink } from './application-links.server';
import { refusedStates } from '~/features/membership/application-states';
import { lockApplication, takeStep } from '~/features/membership/application-step.server';

const { applicationMessages, membershipApplications: applications } = schema;

/**
 * What an applicant sees of the application, by the secret of the private link. Notes and names of
 * administrators are not among it.
 * @throws AppError `error.not-found`
 */
export async function getApplicationByLink(actor: Actor, token: string) {
  authorise(actor, 'application.follow');
  const [application] = await db()
    .select({ id: applications.id, ...ownColumns })
    .from(applications)
    .where(and(eq(applications.statusHash, hashOfLink(token)), isNull(applications.anonymisedAt)));
  // The link is sent with the confirmation.
  if (!application?.confirmedAt) throw new AppError('error.not-found');
  const messages = await db()
    .select({
      id: applicationMessages.id,
      createdAt: applicationMessages.createdAt,
      kind: applicationMessages.kind,
      text: applicationMessages.text,
    })
    .from(applicationMessages)
    .where(eq(applicationMessages.applicationId, application.id))
    .orderBy(asc(applicationMessages.createdAt), asc(applicationMessages.id));
  const isRefused = refusedStates.some((state) => state === application.status);
  const { id: _id, ...shown } = application;
  return { application: shown, messages, isRefused };
}

/**
 * Answers the secretariat's question by the private link. What has been sent already is not sent again.
 * @throws AppError `error.not-found`, `error.changed-meanwhile` when nothing is asked (any more)
 */
export async function answerQuestion(actor: Actor, token: string, text: string): Promise<void> {
  authorise(actor, 'application.follow');
  await transaction(async (tx) => {
    const application = await lockApplication(tx, { statusHash: hashOfLink(token) });
    const isAsked = application.status === 'information-requested';
    if (!isAsked && (await isLastMessage(tx, application.id, text))) return;
    await takeStep(tx, application, { step: 'answer', actor: anonymous });
    await tx
      .insert(applicationMessages)
      .values({ applicationId: application.id, kind: 'answer', text });
  });
}

/** Whether this answer was the last word: a question asked after it has not been answered by it. */
async function isLastMessage(
  tx: Transaction,
  applicationId: string,
  text: string,
): Promise<boolean> {
  const [last] = await tx
    .select({ kind: applicationMessages.kind, text: applicationMessages.text })
    .from(applicationMessages)
    .where(eq(applicationMessages.applicationId, applicationId))
    .orderBy(desc(applicationMessages.createdAt), desc(applicationMessages.id))
    .limit(1);
  return last?.kind === 'answer' && last.text === text;
}

/**
 * Withdraws the application by the private link. Nothing is left to do when it is withdrawn already.
 * @throws AppError `error.not-found`, `error.changed-meanwhile` when it has been decided
 */
export async function withdrawApplication(actor: Actor, token: string): Promise<void> {
  authorise(actor, 'application.follow');
  await transaction(async (tx) => {
    const application = await lockApplication(tx, { statusHash: hashOfLink(token) });
    if (application.status === 'withdrawn') return;
    await takeStep(tx, application, { step: 'withdraw', actor: anonymous });
  });
}
