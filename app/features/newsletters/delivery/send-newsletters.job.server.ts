import { isJobQueueStarted, type Job } from '~/platform/jobs/job-queue.server';
import { sendDueNewsletters } from './sender.server';

/** Looks each minute for what is due; the sender goes on until nothing is. */
export const sendNewsletters: Job<object> = {
  name: 'send-newsletters',
  schedule: '* * * * *',
  run: () => sendDueNewsletters({ mayGoOn: isJobQueueStarted }),
};
