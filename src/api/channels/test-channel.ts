import { z } from 'zod';
import { channels, deliveries, testChannel } from '../../domain/watch/delivery/index.js';
import { operation } from '../../platform/kernel/operation.js';

export const testChannelOperation = operation({
  id: 'testChannel',
  tag: 'Channels',
  method: 'POST',
  path: '/v2/channels/{channel_token}/test',
  summary: 'Send a test message to a channel and return its outcome: sent, or failed with an error',
  params: z.object({ channel_token: z.string() }),
  status: 200,
  errors: [404],
  // No transaction may wait for a receiver.
  ownTransaction: true,
  response: deliveries.model,
  run: async ({ params: { channel_token: token } }, ctx) => {
    const { db } = ctx.services;
    const channel = await db
      .transaction()
      .execute((trx) => channels.rows.loadForUpdate({ ...ctx, db: trx }, token));
    return deliveries.serialize(await testChannel(ctx, channel), ctx);
  },
});
