import { z } from 'zod';
import { entity } from '../../../platform/kernel/entity.js';
import type { MessageContent } from './message.js';

const Delivery = z
  .object({
    token: z.string().describe('Also the idempotency key of the message.'),
    rule_token: z.string().describe('Rule that reports; the channel itself for a test.'),
    kind: z.string().describe('email, or the kind of the channel.'),
    recipient: z.string().describe('An address, or the token of a user, team or channel.'),
    state: z.string().describe('pending, not_configured, sent, failed, dropped or muted'),
    attempts: z.int(),
    type: z.string().describe('Kind of event, such as budget_alert.'),
    title: z.string(),
    summary: z.string(),
    error: z.string().nullable().describe('Why the last attempt failed.'),
    next_attempt_at: z.string().nullable().describe('null once the delivery has ended.'),
    created_at: z.string(),
    finished_at: z.string().nullable(),
  })
  .meta({ id: 'Delivery' });

/** A message of the outbox, as the delivery log shows it. */
export const deliveries = entity({
  table: 'delivery_messages',
  prefix: 'msg',
  kind: 'Delivery',
  title: (row) => (row.content as unknown as MessageContent).title,
  access: { within: 'account', write: 'owner' },
  model: Delivery,
  newestFirst: true,
  derive: async () => (row) => {
    const { type, title, summary } = row.content as unknown as MessageContent;
    const isWaiting = row.state === 'pending';
    return {
      kind: row.channel,
      type,
      title,
      summary,
      error: row.last_error,
      next_attempt_at: isWaiting ? row.next_attempt_at : null,
    };
  },
});
