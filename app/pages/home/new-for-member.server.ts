import { type Actor, isSignedIn } from '~/policy/actor';
import { can } from '~/policy/permissions';
import { getOwnSettings } from '~/features/identity/settings/settings.server';
import { countProposalsForCorrespondent } from '~/features/decisions/correspondents/checking.server';
import { countWaitingProposals } from '~/features/decisions/proposals/proposals.server';
import { listNewInFollows } from '~/features/decisions/following/following.server';
import { presentNews } from '~/features/decisions/following/present-following.server';
import { listUpcomingRegistrations } from '~/features/events/registrations/registrations.server';
import {
  countOwnDrafts,
  listUnreadAnswers,
  listUnreadTopics,
} from '~/features/forum/following/following.server';
import { countWaitingByKind } from '~/features/forum/moderation/moderation.server';
import { listNewDocuments } from '~/features/library/resources/resources.server';
import { countApplicationsFor } from '~/features/membership/membership.server';

/** What waits for an administrator, by where it is done. */
async function countTasks(actor: Actor) {
  if (!can(actor, 'administration.read')) return null;
  const [applications, waiting, proposals] = await Promise.all([
    countApplicationsFor(actor),
    countWaitingByKind(actor),
    can(actor, 'decision.manage') ? countWaitingProposals(actor) : 0,
  ]);
  return { applications: applications.waiting, proposals, ...waiting };
}

/**
 * What is new for a person who is signed in, each part by the front door of its area.
 * @returns null for a visitor
 */
export async function loadNewForMember(actor: Actor, language: string) {
  if (!isSignedIn(actor)) return null;
  const [own, unread, answers, library, registrations, drafts, tasks, news, proposals] =
    await Promise.all([
      getOwnSettings(actor),
      listUnreadTopics(actor),
      listUnreadAnswers(actor),
      listNewDocuments(actor),
      listUpcomingRegistrations(actor, language),
      countOwnDrafts(actor),
      countTasks(actor),
      listNewInFollows(actor),
      // An administrator has all of them.
      can(actor, 'decision.manage') ? 0 : countProposalsForCorrespondent(actor),
    ]);
  const name = own.fields.firstName ?? '';
  const followed = presentNews(news, language);
  return { name, unread, answers, library, registrations, drafts, tasks, proposals, followed };
}

export type NewForMember = NonNullable<Awaited<ReturnType<typeof loadNewForMember>>>;
