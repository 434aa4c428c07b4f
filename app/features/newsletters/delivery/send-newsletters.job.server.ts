import { isJobQueueStarted, type Job } from '~/platform/jobs/job-queue.server';
import { sendDueNewsletters } from './sender.server';

/** Checks every minute for due newsletters; the sender runs until none is left. */
export const sendNewsletters: Job<object> = {
  name: 'send-newsletters',
  schedule: '* * * * *',
  run: () => sendDueNewsletters({ mayGoOn: isJobQueueStarted }),
};
