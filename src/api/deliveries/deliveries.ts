import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { channelKinds, deliveries } from '../../domain/watch/delivery/index.js';
import { operation } from '../../platform/kernel/operation.js';
import { pagedOperation } from '../../platform/kernel/paged-operation.js';
import { unprocessable } from '../../platform/lib/errors.js';

const states = ['pending', 'not_configured', 'sent', 'failed', 'dropped', 'muted'] as const;
/** States that end a delivery without the message having been received. */
const unsent = new Set<string>(['failed', 'dropped', 'muted']);

const params = z.object({ delivery_token: z.string() });
/** Messages quote costs of every report, and addresses. */
const role = 'owner';

const getDeliveries = pagedOperation({
  id: 'getDeliveries',
  tag: 'Deliveries',
  path: '/v2/deliveries',
  summary: 'List the messages of the last 90 days and how their delivery ended, newest first',
  query: z.object({
    state: z.enum(states).optional(),
    kind: z.enum(['email', ...channelKinds]).optional(),
    channel_token: z.string().optional(),
    rule_token: z.string().optional(),
  }),
  errors: [403],
  role,
  pageSize: { default: 100, max: 1000 },
  response: { deliveries: z.array(deliveries.model) },
  responseId: 'Deliveries',
  read: async ({ query }, ctx, page) => {
    const columns = {
      state: query.state,
      channel: query.kind,
      recipient: query.channel_token,
      rule_token: query.rule_token,
    };
    const conditions = Object.entries(columns)
      .filter(([, value]) => value !== undefined)
      .map(([column, value]) => sql<SqlBool>`${sql.ref(column)} = ${value}`);
    const { rows, total } = await deliveries.rows.list(ctx, page, conditions);
    return {
      rowCount: total,
      deliveries: await deliveries.serializeRows(rows, ctx),
    };
  },
});

const getDelivery = operation({
  id: 'getDelivery',
  tag: 'Deliveries',
  method: 'GET',
  path: '/v2/deliveries/{delivery_token}',
  summary: 'Get a message and how its delivery ended',
  params,
  status: 200,
  errors: [403, 404],
  role,
  response: deliveries.model,
  run: async ({ params: { delivery_token: token } }, ctx) =>
    deliveries.serialize(await deliveries.rows.load(ctx, token), ctx),
});

const resendDelivery = operation({
  id: 'resendDelivery',
  tag: 'Deliveries',
  method: 'POST',
  path: '/v2/deliveries/{delivery_token}/resend',
  summary: 'Send a message again that failed, was dropped or was muted',
  params,
  status: 200,
  errors: [403, 404, 422],
  role,
  response: deliveries.model,
  run: async ({ params: { delivery_token: token } }, ctx) => {
    const current = await deliveries.rows.loadForUpdate(ctx, token);
    if (!unsent.has(current.state)) {
      throw unprocessable(`A message that is ${current.state} cannot be sent again`);
    }
    const row = await deliveries.rows.update(ctx, token, {
      state: 'pending',
      attempts: 0,
      next_attempt_at: ctx.now,
      finished_at: null,
    });
    await ctx.services.enqueue('deliver-messages', {}, ctx.db);
    const [before, after] = await deliveries.serializeRows([current, row], ctx);
    await deliveries.record(ctx, row, before!, after!);
    return after!;
  },
});

export const deliveryOperations = [getDeliveries, getDelivery, resendDelivery];
