import { and, count, countDistinct, desc, eq, inArray, isNull } from 'drizzle-orm';
import { type Actor, anonymous, isSignedIn } from '~/policy/actor';
import { config } from '~/config/config.server';
import {
  type Database,
  db,
  schema,
  transaction,
  type Transaction,
  isUniqueViolation,
} from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { hasAccount } from '~/features/identity/sign-up/sign-up.server';
import { keyedHash } from '~/platform/keyed-hash.server';
import { networkOf } from '~/lib/network-of';
import { newId } from '~/lib/new-id';
import { authorise } from '~/policy/permissions';
import { secret } from '~/platform/secret.server';
import { mayMail } from '~/platform/mail/mail-limits.server';
import { consumeUse } from '~/platform/throttle.server';
import {
  confirmAddressOf,
  hashOfLink,
  newConfirmToken,
  makeStatusAddress,
  statusPathOf,
  statusTokenOf,
} from './status/application-links.server';
import { ownColumns } from './application-columns.server';
import { sendApplicationMail } from './application-mails.server';
import type { ApplicationInput } from '~/features/membership/applying/application-schemas';
import { openStates } from './application-states';
import { lockApplication, takeStep } from './application-step.server';
import { isWaitingFor } from './review/waiting-for.server';
import { listApplicationsOf } from './applications-of.server';
import { consentVersions } from '~/features/membership/applying/consent-versions.server';

export { listApplicationsOf };

const { membershipApplications: applications, throttles } = schema;

/** Applications from one address; a court has one for everybody. */
const addressLimit = { points: 20, duration: 3600 };

/** A form sent twice within this time is one application, in milliseconds. */
const sameFormFor = 10 * 60_000;

/**
 * Takes an application. The answer, and the work done, are the same whether the address is known:
 * what differs is said by mail alone.
 * @throws AppError `error.auth/too-many-requests`, `error.not-found` for members
 */
export async function submitApplication(
  actor: Actor,
  input: ApplicationInput,
  clientAddress: string,
): Promise<void> {
  authorise(actor, 'application.submit');
  const network = networkOf(clientAddress);
  const byAddress = await consumeUse('application-address', addressLimit, network);
  if (!byAddress.isWithin) throw new AppError('error.auth/too-many-requests');
  const submissionKey = submissionKeyOf(input);
  const consents = await consentVersions(actor, input);
  const isTaken = await transaction(async (tx) => {
    // Nothing is said to be on its way that is not.
    const mayWrite = await mayMail(tx, 'application', input.email);
    if (!mayWrite) return isAlreadySubmitted(tx, submissionKey);
    const known = await findOpenApplication(tx, input.email);
    const token = newConfirmToken();
    const made = { input, submissionKey, consents, token };
    const id = known
      ? await recordSubmission(tx, submissionKey)
      : await insertApplication(tx, made);
    if (!id) return true;
    const { email } = input;
    const nobody = { userId: null, firstName: null, lastName: null };
    const application = { id, email, ...nobody, linkNumber: 1, statusHash: '' };
    const address = known?.address ?? confirmAddressOf(token);
    await sendApplicationMail(tx, application, { template: known ? 'known' : 'confirm', address });
    await appendAudit(tx, actor, {
      action: 'application.submit',
      target: { kind: 'application', id },
      changes: known ? {} : { status: { to: 'submitted-unconfirmed' } },
    });
    return true;
  });
  if (!isTaken) throw new AppError('error.auth/too-many-requests');
}

/** A form for a known address is not kept: for some minutes, only that it was sent. */
const formKey = (submissionKey: string) => `application-form:${submissionKey}`;

/** Whether the very same form was sent within the last minutes. */
async function isAlreadySubmitted(tx: Transaction, submissionKey: string): Promise<boolean> {
  const made = await tx.$count(applications, eq(applications.submissionKey, submissionKey));
  const noted = await tx.$count(throttles, eq(throttles.key, formKey(submissionKey)));
  return made + noted > 0;
}

/** @returns an id for the audit log, or null when the very same form has just been sent */
async function recordSubmission(tx: Transaction, submissionKey: string): Promise<string | null> {
  const inserted = await tx
    .insert(throttles)
    .values({ key: formKey(submissionKey), points: 1, expire: Date.now() + sameFormFor })
    .onConflictDoNothing()
    .returning({ key: throttles.key });
  return inserted.length > 0 ? newId() : null;
}

/** The same for a form that is sent again within a few minutes. */
function submissionKeyOf(input: ApplicationInput): string {
  const slot = Math.floor(Date.now() / sameFormFor);
  return keyedHash(secret(), 'application', `${slot} ${JSON.stringify(input)}`);
}

const isOpenOf = (email: string) =>
  and(eq(applications.email, email), inArray(applications.status, [...openStates]));

/** Whether someone with this address has an application under way or a confirmed account already. */
async function isKnown(connection: Transaction | Database, email: string): Promise<boolean> {
  if ((await connection.$count(applications, isOpenOf(email))) > 0) return true;
  return hasAccount(connection, email);
}

/** Where someone goes on whose address `isKnown`. */
async function findOpenApplication(tx: Transaction, email: string) {
  const { id, linkNumber, statusHash } = applications;
  const [open] = await tx
    .select({ id, linkNumber, statusHash })
    .from(applications)
    .where(isOpenOf(email));
  if (await hasAccount(tx, email)) return { address: `${config().server.origin}/login` };
  return open ? { address: await makeStatusAddress(tx, open) } : null;
}

type NewApplication = {
  input: ApplicationInput;
  submissionKey: string;
  consents: Awaited<ReturnType<typeof consentVersions>>;
  token: string;
};

/** @returns the id, or null when the very same form has just been sent */
async function insertApplication(
  tx: Transaction,
  { input, submissionKey, consents, token }: NewApplication,
): Promise<string | null> {
  const {
    newsletterConsent: _newsletter,
    acceptStatutes: _statutes,
    acceptEndUserAgreement: _agreement,
    privacyNoticeSeen: _policy,
    ...fields
  } = input;
  const id = newId();
  const inserted = await tx
    .insert(applications)
    .values({
      ...fields,
      id,
      consents,
      submissionKey,
      confirmHash: hashOfLink(token),
      statusHash: hashOfLink(statusTokenOf(id)),
    })
    .onConflictDoNothing({ target: applications.submissionKey })
    .returning({ id: applications.id });
  return inserted.length > 0 ? id : null;
}

/**
 * Whether a confirmation link would still work. Changes nothing.
 * @returns `known` when it is not needed, since the address has an application or an account meanwhile
 */
export async function findConfirmation(
  actor: Actor,
  token: string,
): Promise<'usable' | 'known' | 'over'> {
  authorise(actor, 'application.follow');
  const [found] = await db()
    .select({ email: applications.email })
    .from(applications)
    .where(eq(applications.confirmHash, hashOfLink(token)));
  if (!found) return 'over';
  return (await isKnown(db(), found.email ?? '')) ? 'known' : 'usable';
}

/**
 * Confirms the address of an application. Of several at the same moment exactly one succeeds.
 * @returns the path of the private status page
 * @throws AppError `error.auth/expired-action-code` when the link is unknown, used or over
 */
export async function confirmApplication(actor: Actor, token: string): Promise<string> {
  authorise(actor, 'application.follow');
  return transaction(async (tx) => {
    const application = await lockApplication(tx, { confirmHash: hashOfLink(token) });
    if (await isKnown(tx, application.email ?? ''))
      throw new AppError('error.auth/expired-action-code');
    await takeStep(tx, application, {
      step: 'confirm',
      actor: anonymous,
      set: { confirmHash: null, confirmedAt: new Date() },
    });
    return statusPathOf(application);
  }).catch(asExpired);
}

/** What a link that leads nowhere says, or one whose address got an open application meanwhile. */
function asExpired(error: unknown): never {
  const isOver =
    isUniqueViolation(error) || (error instanceof AppError && error.code === 'error.not-found');
  if (isOver) throw new AppError('error.auth/expired-action-code', { cause: error });
  throw error;
}

/**
 * Makes the membership of a person who has come in for the first time active; nothing happens when
 * there is no application. For the sign-in feature, inside its transaction.
 */
export async function activateMembership(tx: Transaction, userId: string): Promise<void> {
  const [invited] = await tx
    .select({ id: applications.id })
    .from(applications)
    .where(and(eq(applications.userId, userId), eq(applications.status, 'invited')))
    // A concurrent second call finds it active already.
    .for('update');
  if (!invited) return;
  const application = await lockApplication(tx, { id: invited.id });
  await takeStep(tx, application, { step: 'activate', actor: anonymous });
}

/** The actor's own membership, or null for accounts that were not made by an application. */
export async function findOwnMembership(actor: Actor) {
  authorise(actor, 'membership.read-own');
  if (!isSignedIn(actor)) return null;
  const [own] = await db()
    .select(ownColumns)
    .from(applications)
    .where(eq(applications.userId, actor.id))
    .orderBy(desc(applications.createdAt))
    .limit(1);
  return own ?? null;
}

/** How many applications wait for this administrator, and how many are in each state. */
export async function countApplicationsFor(actor: Actor) {
  authorise(actor, 'application.review');
  const waiting = await db().$count(applications, isWaitingFor(actor));
  const byStatus = await db()
    .select({ status: applications.status, number: count() })
    .from(applications)
    // Who has left is in the register only.
    .where(isNull(applications.anonymisedAt))
    .groupBy(applications.status);
  return { waiting, byStatus };
}

/** From how many countries the members come; whoever they are, this tells nothing of them. */
export async function countCountriesOfMembers(actor: Actor): Promise<number> {
  authorise(actor, 'publication.read');
  const isMember = and(
    eq(applications.status, 'active'),
    eq(applications.isExample, false),
    // Who has left is in the register only.
    isNull(applications.anonymisedAt),
  );
  const [row] = await db()
    .select({ number: countDistinct(applications.country) })
    .from(applications)
    .where(isMember);
  return row?.number ?? 0;
}
