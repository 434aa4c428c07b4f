import { clearExpiredTokens } from '~/features/sign-in/one-time-token.server';
import { sendResetLink } from '~/features/sign-in/sign-in.server';
import { sendSignUpMail } from '~/features/sign-in/sign-up.server';
import { clearExpiredThrottles } from '~/features/sign-in/throttle.server';
import { clearOldMails } from '~/features/mailing/mailing.server';
import { extractText } from '~/features/documents/extract-text.job.server';
import { emptyTrash } from '~/features/intranet/deletion.server';
import { removeFiles } from '~/features/intranet/remove-files.job.server';
import { clearOldUploads } from '~/features/uploads/uploads.server';
import type { Job } from '~/platform/job-queue.server';
import { deliverMail } from '~/platform/mail.server';

/** Removes what has run out: counters, links, old mails. */
const nightlyTidying: Job<object> = {
  name: 'nightly-tidying',
  schedule: '20 3 * * *',
  run: async () => {
    await clearExpiredThrottles();
    await clearExpiredTokens();
    await clearOldMails();
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
];
