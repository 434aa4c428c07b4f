import { and, asc, desc, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { fullName } from '~/db/full-name.server';
import { hasTypedWords } from '~/db/typed-words.server';
import { AppError } from '~/policy/errors';
import { isActiveAdministrator } from '~/features/identity/accounts/accounts.server';
import { listAuditEntriesOf } from '~/features/identity/audit/audit.server';
import { readPage, type Sorting, sortingOf } from '~/ui/data-table/table-query';
import { sortedBy } from '~/db/sorted-by.server';
import { authorise } from '~/policy/permissions';
import { personalStream } from '~/platform/personal-stream.server';
import { draftTexts } from '~/features/membership/application-mails.server';
import { isWaitingFor } from './waiting-for.server';
import {
  applicationStates,
  nextApproval,
  openStates,
} from '~/features/membership/application-states';
import {
  applicationsTopic,
  applicationColumns,
  factsOf,
  hasFirstApproval,
  isApprovalVoid,
  needsTwoAdministrators,
} from '~/features/membership/application-step.server';

const {
  applicationMessages,
  applicationNotes,
  membershipApplications: applications,
  users,
} = schema;

const choices = ['open', 'waiting', 'mine', 'all', ...applicationStates] as const;

/** The filter of the queue from the search parameters; invalid values fall back to the default. */
export const queueFilterSchema = z.object({
  state: z.enum(choices).catch('open'),
  search: z.string().max(100).catch(''),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
});
type QueueFilter = z.output<typeof queueFilterSchema> & { perPage?: number };

const queueSortings = ['name', 'category', 'country', 'state', 'since'] as const;
type QueueSorting = Sorting<(typeof queueSortings)[number]>;
const longestWaiting: QueueSorting = { by: 'since', descending: false };

const orders = {
  name: [applications.lastName, applications.firstName],
  category: [applications.memberCategory],
  country: [applications.country],
  state: [applications.status],
  since: [applications.statusSince],
};

function matching(actor: Actor, { state, search }: QueueFilter) {
  const inState = {
    all: undefined,
    open: sql`${applications.status} in ${[...openStates]}`,
    waiting: isWaitingFor(actor),
    mine: and(
      eq(applications.assignedTo, actor.id ?? ''),
      sql`${applications.status} in ${[...openStates]}`,
    ),
  };
  const byState =
    state === 'all' || state === 'open' || state === 'waiting' || state === 'mine'
      ? inState[state]
      : eq(applications.status, state);
  const { firstName, lastName, email, courtName } = applications;
  const texts = [firstName, lastName, email, courtName, sql`${applications.memberNumber}::text`];
  return and(
    isNotNull(applications.confirmedAt),
    byState,
    // Who has left is in the register only.
    state === 'all' ? undefined : isNull(applications.anonymisedAt),
    hasTypedWords(search, ...texts),
  );
}

/** What the address of the list asks for. */
export function queueQueryOf(search: URLSearchParams) {
  const filter = queueFilterSchema.parse(Object.fromEntries(search));
  return { filter, sorting: sortingOf(search, queueSortings, longestWaiting) };
}

/** A page of the queue of applications whose address is confirmed, and how many there are. */
export async function listApplications(
  actor: Actor,
  filter: QueueFilter,
  sorting = longestWaiting,
) {
  authorise(actor, 'application.review');
  const where = matching(actor, filter);
  return readPage(filter, db().$count(applications, where), ({ limit, offset }) =>
    db()
      .select({
        id: applications.id,
        isExample: applications.isExample,
        firstName: applications.firstName,
        lastName: applications.lastName,
        country: applications.country,
        courtName: applications.courtName,
        memberCategory: applications.memberCategory,
        version: applications.version,
        status: applications.status,
        statusSince: applications.statusSince,
        confirmedAt: applications.confirmedAt,
        anonymisedAt: applications.anonymisedAt,
        hasFirstApproval,
        assignee: fullName(users),
      })
      .from(applications)
      // Who no longer administrates is in charge of nothing.
      .leftJoin(users, and(eq(users.id, applications.assignedTo), isActiveAdministrator))
      .where(where)
      .orderBy(...sortedBy(sorting, orders, [applications.statusSince, applications.id]))
      .limit(limit)
      .offset(offset),
  );
}

/** A stream of changes in the queue. It ends with the actor's session or the role. */
export async function openApplicationsStream(actor: Actor, request: Request): Promise<Response> {
  authorise(actor, 'application.review');
  return personalStream([applicationsTopic], { actor, request });
}

/**
 * One application with everything an administrator decides on.
 * @throws AppError `error.not-found`, also before the address is confirmed
 */
export async function getApplication(actor: Actor, id: string) {
  authorise(actor, 'application.review');
  const [application] = await db()
    .select(applicationColumns)
    .from(applications)
    .where(and(eq(applications.id, id), isNotNull(applications.confirmedAt)));
  if (!application) throw new AppError('error.not-found');
  const [notes, messages, duplicates, people, history, needsTwo] = await Promise.all([
    notesOf(actor, id),
    messagesOf(id),
    application.anonymisedAt ? [] : duplicatesOf(application),
    namesOf([application.assignedTo, application.verifiedBy, application.firstApprovedBy]),
    listAuditEntriesOf(actor, { kind: 'application', id }),
    transaction((tx) => needsTwoAdministrators(tx)),
  ]);
  const { submissionKey: _key, confirmHash: _confirm, statusHash: _status, ...shown } = application;
  return {
    application: shown,
    notes,
    messages,
    duplicates,
    people,
    history,
    drafts: draftTexts(application),
    mayInvite: application.status === 'invited' && (await hasOpenAccount(application)),
    isVerified: factsOf(application).isVerified,
    nextApproval: nextApproval(factsOf(application), needsTwo),
    isApprovalVoid: needsTwo && isApprovalVoid(application),
    // When no second administrator is left, the first one decides alone.
    isFirstApprover: needsTwo && application.firstApprovedBy === actor.id,
  };
}

/** A suspended account is not invited. */
async function hasOpenAccount({ userId }: typeof applications.$inferSelect): Promise<boolean> {
  if (!userId) return false;
  return (await db().$count(users, and(eq(users.id, userId), isNull(users.suspendedAt)))) > 0;
}

function notesOf(actor: Actor, id: string) {
  return db()
    .select({
      id: applicationNotes.id,
      createdAt: applicationNotes.createdAt,
      text: applicationNotes.text,
      author: fullName(users),
      isOwn: sql<boolean>`${applicationNotes.createdBy} is not distinct from ${actor.id}::uuid`,
    })
    .from(applicationNotes)
    .leftJoin(users, eq(users.id, applicationNotes.createdBy))
    .where(eq(applicationNotes.applicationId, id))
    .orderBy(asc(applicationNotes.createdAt), asc(applicationNotes.id));
}

function messagesOf(id: string) {
  return db()
    .select({
      id: applicationMessages.id,
      createdAt: applicationMessages.createdAt,
      kind: applicationMessages.kind,
      text: applicationMessages.text,
      author: fullName(users),
    })
    .from(applicationMessages)
    .leftJoin(users, eq(users.id, applicationMessages.createdBy))
    .where(eq(applicationMessages.applicationId, id))
    .orderBy(asc(applicationMessages.createdAt), asc(applicationMessages.id));
}

/** Other applications and accounts with the same address or the same name. */
async function duplicatesOf(application: typeof applications.$inferSelect) {
  const { email, firstName, lastName } = application;
  const sameName = (table: typeof applications | typeof users) =>
    and(
      sql`lower(${table.firstName}) = lower(${firstName})`,
      sql`lower(${table.lastName}) = lower(${lastName})`,
    );
  const others = await db()
    .select({
      id: applications.id,
      status: applications.status,
      createdAt: applications.createdAt,
      isSameEmail: sql<boolean>`coalesce(${applications.email} = ${email}, false)`,
    })
    .from(applications)
    .where(
      and(
        ne(applications.id, application.id),
        isNotNull(applications.confirmedAt),
        isNull(applications.anonymisedAt),
        or(eq(applications.email, email ?? ''), sameName(applications)),
      ),
    )
    .orderBy(desc(applications.createdAt))
    .limit(10);
  const accounts = await db()
    .select({
      id: users.id,
      createdAt: users.createdAt,
      isSameEmail: sql<boolean>`${users.email} = ${email}`,
    })
    .from(users)
    .where(
      and(
        ne(users.id, application.userId ?? '00000000-0000-0000-0000-000000000000'),
        or(eq(users.email, email ?? ''), sameName(users)),
      ),
    )
    .limit(10);
  return [
    ...others.map((other) => ({ kind: 'application' as const, ...other })),
    ...accounts.map((account) => ({ kind: 'account' as const, status: null, ...account })),
  ];
}

/** Names by id, for those who still have an account. */
async function namesOf(ids: (string | null)[]): Promise<Record<string, string>> {
  const known = ids.filter((id): id is string => id !== null);
  if (known.length === 0) return {};
  const rows = await db()
    .select({ id: users.id, name: fullName(users) })
    .from(users)
    .where(sql`${users.id} in ${known}`);
  return Object.fromEntries(rows.map(({ id, name }) => [id, name ?? '']));
}
