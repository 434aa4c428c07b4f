import { checkAuditChain } from '~/features/audit/audit.server';
import { executeRetention } from '~/features/data-rights/data-rights.server';
import { applicationUpkeep } from '~/features/membership/application-upkeep.server';
import { sendResetLink } from '~/features/sign-in/sign-in.server';
import { sendSignUpMail } from '~/features/sign-in/sign-up.server';
import { extractText } from '~/features/documents/extract-text.job.server';
import { notifyFollowers } from '~/features/following/notify-followers.job.server';
import { sendDailyDigests, sendWeeklyDigests } from '~/features/following/send-digests.job.server';
import { emptyTrash } from '~/features/intranet/deletion.server';
import { removeFiles } from '~/features/intranet/remove-files.job.server';
import { remindOfOpenFlags } from '~/features/moderation/moderation.server';
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
  },
};

/** All background jobs of the product. */
export const jobs: readonly Job<never>[] = [
  deliverMail,
  sendResetLink,
  sendSignUpMail,
  removeFiles,
  extractText,
  nightlyTidying,
  applicationUpkeep,
  notifyFollowers,
  sendDailyDigests,
  sendWeeklyDigests,
  remindOfOpenFlags,
  publishDue,
];
