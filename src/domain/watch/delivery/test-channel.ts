import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { addSeconds } from '../../../platform/lib/time.js';
import { newToken } from '../../../platform/lib/tokens.js';
import { deliver, leaseSeconds } from './deliver-messages.js';
import type { MessageContent } from './message.js';

/** Someone waits for the outcome. */
const timeoutSeconds = 15;

/**
 * Sends a test message and returns it with the outcome of this one attempt. It is in the delivery log
 * like any other, and already claimed, so that no worker sends it too.
 */
export async function testChannel(
  { services, clock, now }: Context,
  channel: Row<'channels'>,
): Promise<Row<'delivery_messages'>> {
  const { db } = services;
  const token = newToken('msg');
  const message = await db
    .insertInto('delivery_messages')
    .values({
      token,
      account_token: channel.account_token,
      rule_token: channel.token,
      event_key: `test ${token}`,
      channel: channel.kind,
      recipient: channel.token,
      content: JSON.stringify(testContent(channel)),
      attempts: 1,
      next_attempt_at: addSeconds(now, leaseSeconds),
      last_error: null,
      created_at: now,
      finished_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await deliver({ services, clock, random: Math.random, timeoutSeconds, maxAttempts: 1 }, message);
  return db
    .selectFrom('delivery_messages')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
}

const testContent = ({ token, name }: Row<'channels'>): MessageContent => ({
  type: 'test',
  title: 'Test message from Farthing',
  summary: `The channel ${name} works.`,
  facts: [{ label: 'Channel', value: name }],
  about: token,
  data: { channel_token: token },
});
