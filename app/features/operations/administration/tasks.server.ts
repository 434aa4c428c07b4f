import { countWaitingProposals } from '~/features/decisions/proposals/proposals.server';
import { countPendingRegistrations } from '~/features/events/registration-admin/registration-admin.server';
import { countWaitingByKind } from '~/features/forum/moderation/moderation.server';
import { findLastAuditCheck } from '~/features/identity/audit/audit.server';
import { countProposals } from '~/features/identity/proposals/proposals.server';
import { countApplicationsFor } from '~/features/membership/membership.server';
import { countNotSent } from '~/features/newsletters/newsletters.server';
import { findLastFileCheck } from '~/features/operations/file-check/file-check.server';
import { countHealthFindings } from '~/features/operations/health/health.server';
import { countFailedMails } from '~/features/operations/mailing/mailing.server';
import { countOpenErrors } from '~/features/telemetry/error-tracking/error-tracking.server';
import type { Actor } from '~/policy/actor';
import { authorise, can } from '~/policy/permissions';

export type TaskName =
  | 'applications'
  | 'reviews'
  | 'appeals'
  | 'proposals'
  | 'decision-proposals'
  | 'registrations'
  | 'newsletters'
  | 'errors'
  | 'mails'
  | 'files'
  | 'health'
  | 'chain';

/** `to`: where it is done; null for who may know of it but cannot do anything about it. */
export type Task = { name: TaskName; count: number; to: string | null };

/**
 * What needs this administrator, people before machines: only what the actor may do, or may know of.
 * @returns nothing that is done already
 */
export async function listTasks(actor: Actor): Promise<Task[]> {
  authorise(actor, 'administration.read');
  const [
    applications,
    waiting,
    proposals,
    decisions,
    registrations,
    newsletters,
    errors,
    mails,
    files,
    health,
    check,
  ] = await Promise.all([
    can(actor, 'application.review') ? countApplicationsFor(actor) : null,
    can(actor, 'flag.review') ? countWaitingByKind(actor) : null,
    can(actor, 'user.update') ? countProposals(actor) : 0,
    can(actor, 'decision.manage') ? countWaitingProposals(actor) : 0,
    can(actor, 'registration.manage') ? countPendingRegistrations(actor) : 0,
    can(actor, 'newsletter.manage') ? countNotSent(actor) : 0,
    can(actor, 'fault.read') ? countOpenErrors(actor) : 0,
    countFailedMails(actor),
    can(actor, 'library.manage') ? findLastFileCheck(actor) : null,
    can(actor, 'health.read') ? countHealthFindings(actor) : 0,
    can(actor, 'audit.read') ? findLastAuditCheck(actor) : null,
  ]);
  const outbox = can(actor, 'outbox.read') ? '/administration/outbox' : null;
  const isBroken = check !== null && check.brokenSeq !== null;
  const tasks: Task[] = [
    task('applications', applications?.waiting, '/administration/applications?state=waiting'),
    task('reviews', waiting?.reviews, '/administration/flags'),
    task('appeals', waiting?.appeals, '/administration/flags?state=appealed'),
    task('proposals', proposals, '/administration/proposals'),
    task('decision-proposals', decisions, '/administration/decisions'),
    task('registrations', registrations, '/administration/events'),
    task('newsletters', newsletters, '/administration/newsletters'),
    task('mails', mails, outbox),
    task('errors', errors, '/administration/errors'),
    task('files', files?.withoutFile.length, '/administration/files'),
    task('health', health, '/administration/health'),
    task('chain', isBroken ? 1 : 0, '/administration/audit'),
  ];
  return tasks.filter(({ count }) => count > 0);
}

const task = (name: TaskName, count: number | undefined, to: string | null): Task => ({
  name,
  count: count ?? 0,
  to,
});
