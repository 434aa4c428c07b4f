import { checkAuditChain } from '~/features/identity/audit/audit.server';
import { executeRetention } from '~/features/compliance/data-rights/data-rights.server';
import { applicationUpkeep } from '~/features/membership/application-maintenance.server';
import { sendResetLink } from '~/features/identity/sign-in/sign-in.server';
import {
  removeUnconfirmedAccounts,
  sendSignUpMail,
} from '~/features/identity/sign-up/sign-up.server';
import { extractText } from '~/features/library/reading/extract-text.job.server';
import { recogniseCitations } from '~/features/library/reading/page-citations.server';
import { sendErrorReport } from '~/features/telemetry/error-tracking/weekly-report.job.server';
import { checkFiles } from '~/features/operations/file-check/file-check.server';
import { storeWalFiles } from '~/features/operations/backup/wal/store-wal.job.server';
import { postAlert } from '~/features/operations/alerts/webhook.job.server';
import { notifyFollowers } from '~/features/forum/following/notify-followers.job.server';
import {
  sendDailyDigests,
  sendWeeklyDigests,
} from '~/features/forum/following/send-digests.job.server';
import {
  sendDailyFollowDigests,
  sendWeeklyFollowDigests,
} from '~/features/decisions/following/send-follow-digests.job.server';
import { followZones } from './features/events/publication/follow-zones.job.server';
import { publishScheduledEvents } from './features/events/publication/publish-events.job.server';
import { removeWithdrawnDecisions } from '~/features/decisions/editor/removal.server';
import {
  readUnknownAgain,
  recordCitations,
} from '~/features/decisions/relations/record-citations.job.server';
import { emptyTrash } from '~/features/library/trash/trash.server';
import { registrationUpkeep } from '~/features/events/registrations/registration-maintenance.server';
import { removeFiles } from '~/features/library/resources/remove-files.job.server';
import { remindOfOpenFlags } from '~/features/forum/moderation/reminders.server';
import { collectSearchWords } from '~/features/search/search.server';
import { discardUploads } from '~/features/library/uploads/discard-uploads.job.server';
import { sendNewsletters } from '~/features/newsletters/delivery/send-newsletters.job.server';
import { removeUnusedFiles } from '~/features/content/files/unused-files.server';
import { publishDue } from '~/features/content/publishing/publish-due.job.server';
import { clearOldUploads } from '~/features/library/uploads/uploads.server';
import { renderTexts } from '~/features/writing/rendered-texts/render-texts.job.server';
import type { Job } from '~/platform/jobs/job-queue.server';
import { runAll } from '~/platform/jobs/run-all';
import { deliverMail, retryErasedOnceSent } from '~/platform/mail/mail.server';

/** Removes what has run out, as the retention table says. */
const nightlyMaintenance: Job<object> = {
  name: 'nightly-tidying',
  schedule: '20 3 * * *',
  run: () =>
    runAll([
      retryErasedOnceSent,
      executeRetention,
      removeUnconfirmedAccounts,
      emptyTrash,
      removeWithdrawnDecisions,
      readUnknownAgain,
      clearOldUploads,
      checkFiles,
      removeUnusedFiles,
      checkAuditChain,
    ]),
};

/** All background jobs of the product. */
export const jobs: readonly Job<never>[] = [
  deliverMail,
  sendResetLink,
  sendSignUpMail,
  removeFiles,
  discardUploads,
  extractText,
  recogniseCitations,
  recordCitations,
  collectSearchWords,
  nightlyMaintenance,
  applicationUpkeep,
  notifyFollowers,
  sendDailyDigests,
  sendWeeklyDigests,
  sendDailyFollowDigests,
  sendWeeklyFollowDigests,
  remindOfOpenFlags,
  sendErrorReport,
  sendNewsletters,
  publishScheduledEvents,
  followZones,
  registrationUpkeep,
  publishDue,
  renderTexts,
  postAlert,
  storeWalFiles,
];
