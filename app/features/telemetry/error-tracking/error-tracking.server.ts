import { createHash } from 'node:crypto';
import { count, countDistinct, desc, eq, sql } from 'drizzle-orm';
import { type Actor, isSignedIn } from '~/policy/actor';
import { config } from '~/config/config.server';
import { db, schema, transaction, type Transaction, takeTurn } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { warnUnlessOutage } from '~/answers/failure.server';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { hasConsent } from '~/features/consent/consent.server';
import { headersAskNotToBeTracked } from '~/features/consent/asks-not-to-be-tracked';
import { buildVersion, buildVersionDate } from '~/config/build-version';
import { newId } from '~/lib/new-id';
import { scrub, scrubPath } from './scrub';
import { networkOf } from '~/lib/network-of';
import { withoutValues } from '~/platform/log/without-values';
import { authorise } from '~/policy/permissions';
import { consumeUse } from '~/platform/throttle.server';
import { faultQueryOf, listErrorGroups } from './error-list.server';
import type { ReportedError } from './error-schemas';
import { policyViolationsIn } from './policy-report';
import { maxErrorsPerSession } from './session-limit';

export { faultQueryOf, listErrorGroups };

const { errorGroups, trackedErrors } = schema;

export type ErrorKind = (typeof trackedErrors.$inferSelect)['kind'];
export type ErrorState = (typeof errorGroups.$inferSelect)['state'];
type NewError = Omit<typeof trackedErrors.$inferInsert, 'id' | 'group' | 'createdAt'>;

/** From one address, in an hour: many sessions behind one network, but no flood. */
const limit = { points: 300, duration: 3600 };

type Circumstances = { clientAddress: string; requestId: string; headers: Headers };

/**
 * Keeps an error that a browser reports (spec sections 3, 8 and 9). What the browser promises is
 * enforced here again: nothing is kept without consent, texts are scrubbed, the same error counts
 * once per session, at most 100 distinct ones are kept, and the user is named as spec section 3 says.
 * @throws AppError `error.not-found` while error tracking is off or not agreed to,
 *   `error.auth/too-many-requests`
 */
export async function recordBrowserError(
  actor: Actor,
  report: ReportedError,
  { clientAddress, requestId, headers }: Circumstances,
): Promise<void> {
  authorise(actor, 'fault.report');
  if (!config().flags.errorTracking || !hasConsent(headers, 'errorTracking')) {
    throw new AppError('error.not-found');
  }
  const counted = await consumeUse('tracked-errors', limit, networkOf(clientAddress));
  if (!counted.isWithin) throw new AppError('error.auth/too-many-requests');
  await transaction(async (tx) => {
    // Reports of one session come one after the other: else 101 at once would all see 99.
    await takeTurn(tx, `errors of ${report.sessionToken}`);
    const [session] = await tx
      .select({ errors: countDistinct(trackedErrors.hash) })
      .from(trackedErrors)
      .where(eq(trackedErrors.sessionToken, report.sessionToken));
    if ((session?.errors ?? 0) >= maxErrorsPerSession) return;
    await keep(tx, {
      kind: 'browser',
      message: scrub(report.message),
      stackTrace: report.stackTrace === null ? null : scrub(report.stackTrace),
      url: scrubPath(report.url),
      userAgent: headers.get('user-agent')?.slice(0, 300) ?? null,
      sessionToken: report.sessionToken,
      user: userOf(actor, report, headers),
      version: report.version,
      versionDate: report.versionDate === null ? null : new Date(report.versionDate),
      hash: report.hash,
      requestId,
    });
  });
}

function userOf(actor: Actor, report: ReportedError, headers: Headers): string {
  if (report.user !== 'reference') return report.user;
  if (!isSignedIn(actor)) return 'unauthenticated';
  return hasConsent(headers, 'analytics') && !headersAskNotToBeTracked(headers)
    ? actor.id
    : 'anonymous';
}

/** One row, and its group brought up to date; a resolved fault that comes back is open again. */
async function keep(tx: Transaction, error: NewError): Promise<void> {
  const group = groupOf(error);
  await tx
    .insert(errorGroups)
    .values({ id: group, kind: error.kind, message: error.message })
    .onConflictDoNothing();
  const kept = await tx
    .insert(trackedErrors)
    .values({ ...error, id: newId(), group })
    .onConflictDoNothing()
    .returning({ id: trackedErrors.id });
  if (kept.length === 0) return;
  await tx
    .update(errorGroups)
    .set({
      // The words of the newest report, so that those of none are kept longer than the report.
      message: error.message,
      count: sql`${errorGroups.count} + 1`,
      lastSeenAt: sql`now()`,
      lastVersion: error.version,
      state: sql`case when ${errorGroups.state} = 'resolved' then 'open' else ${errorGroups.state} end`,
    })
    .where(eq(errorGroups.id, group));
}

/** Errors are one fault when kind, message and place are the same but for figures and ids. */
function groupOf({ kind, message, stackTrace }: NewError): string {
  const place = /^[ \t]*(?:at |\S+@)(.*)$/m.exec(stackTrace ?? '')?.[1] ?? '';
  const alike = [kind, message, place].map((text) => text.replaceAll(/\d+/g, '#')).join('\n');
  return createHash('sha256').update(alike).digest('hex').slice(0, 24);
}

/** So many errors of a kind are kept in a minute; more would only say the same. */
const maxPerMinute = 60;
let minute = 0;
/** Counted by kind, so that reports from outside cannot hide what goes wrong inside. */
const inMinute = new Map<ErrorKind, number>();

/**
 * Keeps an error of the server, of a job or of the content security policy in the same list. Never
 * throws: what fails here is in the log.
 */
export async function recordServerError(
  kind: Exclude<ErrorKind, 'browser'>,
  thrown: unknown,
  { url, requestId }: { url: string; requestId?: string },
): Promise<void> {
  const now = Math.floor(Date.now() / 60_000);
  if (now !== minute) inMinute.clear();
  minute = now;
  const number = (inMinute.get(kind) ?? 0) + 1;
  inMinute.set(kind, number);
  if (!config().flags.errorTracking || number > maxPerMinute) return;
  const error = withoutValues(thrown);
  const isError = error instanceof Error;
  const message = scrub(
    (isError ? `${error.name}: ${error.message}` : String(error)).slice(0, 2_000),
  );
  const stackTrace = isError && error.stack ? scrub(error.stack).slice(0, 10_000) : null;
  const path = scrubPath(url);
  try {
    await transaction((tx) =>
      keep(tx, {
        kind,
        message: message.replaceAll('\0', '') || 'unknown',
        stackTrace: stackTrace?.replaceAll('\0', '') ?? null,
        url: path,
        user: 'unauthenticated',
        version: buildVersion,
        versionDate: buildVersionDate === null ? null : new Date(buildVersionDate),
        hash: createHash('sha1').update([message, stackTrace, path].join('\n')).digest('hex'),
        requestId,
      }),
    );
  } catch (failure) {
    warnUnlessOutage(failure, 'an error could not be kept');
  }
}

/** Requests with reports from one address, in an hour. */
const policyLimit = { points: 60, duration: 3600 };

/**
 * Keeps what browsers report about the content security policy of our pages.
 * @param body the parsed JSON of such a request
 * @returns false when it is no report
 * @throws AppError `error.not-found` while error tracking is off, `error.auth/too-many-requests`
 */
export async function recordPolicyReports(
  actor: Actor,
  body: unknown,
  clientAddress: string,
): Promise<boolean> {
  authorise(actor, 'fault.report');
  if (!config().flags.errorTracking) throw new AppError('error.not-found');
  const counted = await consumeUse('policy-reports', policyLimit, networkOf(clientAddress));
  if (!counted.isWithin) throw new AppError('error.auth/too-many-requests');
  const faults = policyViolationsIn(body, config().server.origin);
  for (const { message, url } of faults ?? []) await recordServerError('policy', message, { url });
  return faults !== null;
}

/** The number of unresolved errors, for the home of the administration. */
export async function countOpenErrors(actor: Actor): Promise<number> {
  authorise(actor, 'fault.read');
  return db().$count(errorGroups, eq(errorGroups.state, 'open'));
}

/**
 * A fault with its last occurrences and the pages it was met on.
 * @throws AppError `error.not-found`
 */
export async function getErrorGroup(actor: Actor, id: string) {
  authorise(actor, 'fault.read');
  const [group] = await db().select().from(errorGroups).where(eq(errorGroups.id, id));
  if (!group) throw new AppError('error.not-found');
  const ofGroup = eq(trackedErrors.group, id);
  const [occurrences, pages] = await Promise.all([
    db()
      .select()
      .from(trackedErrors)
      .where(ofGroup)
      .orderBy(desc(trackedErrors.createdAt))
      .limit(20),
    db()
      .select({ url: trackedErrors.url, number: count() })
      .from(trackedErrors)
      .where(ofGroup)
      .groupBy(trackedErrors.url)
      .orderBy(desc(count()))
      .limit(20),
  ]);
  return { group, occurrences, pages };
}

/**
 * Says what became of a fault: resolved (open again when it comes back), ignored, or open.
 * @throws AppError `error.not-found`
 */
export async function setErrorState(actor: Actor, id: string, state: ErrorState): Promise<void> {
  authorise(actor, 'fault.resolve');
  await transaction(async (tx) => {
    const [before] = await tx
      .select({ state: errorGroups.state })
      .from(errorGroups)
      .where(eq(errorGroups.id, id))
      .for('update');
    if (!before) throw new AppError('error.not-found');
    if (before.state === state) return;
    await tx.update(errorGroups).set({ state }).where(eq(errorGroups.id, id));
    await appendAudit(tx, actor, {
      action: 'fault.set-state',
      target: { kind: 'fault', id },
      changes: { state: { from: before.state, to: state } },
    });
  });
}

/** Says so of several faults; what is there no more is passed over. */
export async function setErrorStates(
  actor: Actor,
  ids: readonly string[],
  state: ErrorState,
): Promise<void> {
  authorise(actor, 'fault.resolve');
  for (const id of ids) {
    await setErrorState(actor, id, state).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'error.not-found') throw error;
    });
  }
}
