import { checkAuditChain } from '~/features/audit/audit.server';
import { executeRetention } from '~/features/data-rights/data-rights.server';
import { applicationUpkeep } from '~/features/membership/application-upkeep.server';
import { sendResetLink } from '~/features/sign-in/sign-in.server';
import { sendSignUpMail } from '~/features/sign-in/sign-up.server';
import { extractText } from '~/features/documents/extract-text.job.server';
import { sendErrorReport } from '~/features/error-tracking/weekly-report.job.server';
import { checkFiles } from '~/features/file-check/file-check.server';
import { postAlert } from '~/features/health/webhook.job.server';
import { notifyFollowers } from '~/features/following/notify-followers.job.server';
import { sendDailyDigests, sendWeeklyDigests } from '~/features/following/send-digests.job.server';
import { followZones } from '~/features/event-editor/follow-zones.job.server';
import { publishScheduledEvents } from '~/features/event-editor/publish-events.job.server';
import { emptyTrash } from '~/features/intranet/trash.server';
import { registrationUpkeep } from '~/features/registrations/registration-upkeep.server';
import { removeFiles } from '~/features/resources/remove-files.job.server';
import { remindOfOpenFlags } from '~/features/moderation/reminders.server';
import { collectSearchWords } from '~/features/search/search.server';
import { discardUploads } from '~/features/uploads/discard-uploads.job.server';
import { sendNewsletters } from '~/features/newsletters/send-newsletters.job.server';
import { removeUnusedFiles } from '~/features/publishing/unused-files.server';
import { publishDue } from '~/features/publishing/publish-due.job.server';
import { clearOldUploads } from '~/features/uploads/uploads.server';
import type { Job } from '~/platform/job-queue.server';
import { deliverMail } from '~/platform/mail.server';

/** Removes what has run out, as the retention table says. */
const nightlyTidying: Job<object> = {
  name: 'nightly-tidying',
  schedule: '20 3 * * *',
  run: async () => {
    await executeRetention();
    await checkAuditChain();
    await emptyTrash();
    await clearOldUploads();
    await checkFiles();
    await removeUnusedFiles();
  },
};

/** All background jobs of the product. */
export const jobs: readonly Job<never>[] = [
  deliverMail,
  sendResetLink,
  sendSignUpMail,
  removeFiles,
  discardUploads,
  extractText,
  collectSearchWords,
  nightlyTidying,
  applicationUpkeep,
  notifyFollowers,
  sendDailyDigests,
  sendWeeklyDigests,
  remindOfOpenFlags,
  sendErrorReport,
  sendNewsletters,
  publishScheduledEvents,
  followZones,
  registrationUpkeep,
  publishDue,
  postAlert,
];
