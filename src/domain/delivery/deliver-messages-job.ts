import { job } from '../../platform/jobs/job.js';
import { runDelivery } from './deliver-messages.js';

/** Queued with each message; the schedule serves retries and what an interrupted run has left. */
export const deliverMessagesJob = job({
  name: 'deliver-messages',
  summary: 'Sends e-mails and webhook requests that are due',
  cron: '* * * * *',
  retries: 0,
  expireHours: 1,
  run: (_payload, ctx) => runDelivery(ctx),
});
