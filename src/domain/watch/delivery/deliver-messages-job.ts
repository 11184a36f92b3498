import type { Services } from '../../../platform/kernel/services.js';
import { job } from '../../../platform/jobs/job.js';
import { addSeconds } from '../../../platform/lib/time.js';
import type { MessageContent } from './message.js';
import { deliverMessages } from './deliver-messages.js';

/** Messages stay in the delivery log for this long. */
const retentionDays = 90;

/** Removes messages and the files that only they have. */
async function removeMessages(
  { db, files }: Pick<Services, 'db' | 'files'>,
  before: Date,
): Promise<void> {
  const removed = await db
    .deleteFrom('delivery_messages')
    .where('created_at', '<', before)
    .returning('content')
    .execute();
  for (const { content } of removed) {
    const { attachment } = content as unknown as MessageContent;
    if (attachment?.isOwn) await files.delete(attachment.key);
  }
}

/** Queued with each message; the schedule serves retries and what an interrupted run has left. */
export const deliverMessagesJob = job({
  name: 'deliver-messages',
  summary: 'Sends messages that are due, and removes those of 90 days ago',
  cron: '* * * * *',
  retries: 0,
  expireHours: 1,
  run: async (_payload, { services, clock }) => {
    const counts = await deliverMessages({ services, clock, random: Math.random });
    const cutoff = addSeconds(clock(), -retentionDays * 86_400);
    await removeMessages(services, cutoff);
    await services.db.deleteFrom('mutes').where('ends_at', '<', cutoff).execute();
    const { sent = 0, retried = 0, failed = 0, dropped = 0, muted = 0 } = counts;
    return `${sent} messages sent, ${retried} to be retried, ${failed} failed, ${dropped} dropped, ${muted} muted`;
  },
});
