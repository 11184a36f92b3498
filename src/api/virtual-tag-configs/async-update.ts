import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { duplicateKey, updateConfig, configPatch } from '../../domain/costs/virtual-tags/index.js';
import { notFound } from '../../platform/lib/errors.js';
import { operation, Reply } from '../../platform/kernel/operation.js';
import { addSeconds } from '../../platform/lib/time.js';

const retentionSeconds = 86_400;
const retryAfterSeconds = 5;

export const AsyncVirtualTagConfigUpdate = z
  .object({ request_id: z.string(), status_url: z.string() })
  .meta({ id: 'AsyncVirtualTagConfigUpdate' });

/** Clients read any 2xx of the status request as finished, so the change is made before the 202 is sent. */
const updateAsyncVirtualTagConfig = operation({
  id: 'updateAsyncVirtualTagConfig',
  tag: 'VirtualTags',
  method: 'PUT',
  path: '/v2/virtual_tag_configs/{token}/async',
  summary: 'Update a virtual tag asynchronously; returns the URL of the status',
  params: z.object({ token: z.string() }),
  body: configPatch.meta({ id: 'updateAsyncVirtualTagConfig' }),
  status: 202,
  errors: [400, 403, 404, 422],
  duplicates: duplicateKey,
  role: 'integration_owner',
  response: AsyncVirtualTagConfigUpdate,
  run: async (input, ctx) => {
    await updateConfig(ctx, input.params.token, input.body);
    const request_id = randomUUID();
    const account_token = ctx.actor.accountToken;
    await ctx.db
      .deleteFrom('virtual_tag_requests')
      .where('account_token', '=', account_token)
      .where('created_at', '<', addSeconds(ctx.now, -retentionSeconds))
      .execute();
    await ctx.db
      .insertInto('virtual_tag_requests')
      .values({ request_id, account_token, created_at: ctx.now })
      .execute();
    const status_url = `/v2/virtual_tag_configs/async/${request_id}`;
    return new Reply(
      { request_id, status_url },
      { headers: { 'retry-after': String(retryAfterSeconds) } },
    );
  },
});

const getAsyncVirtualTagConfigStatus = operation({
  id: 'getAsyncVirtualTagConfigStatus',
  tag: 'VirtualTags',
  method: 'GET',
  path: '/v2/virtual_tag_configs/async/{request_id}',
  summary: 'Get the status of an asynchronous update; known for a day',
  params: z.object({ request_id: z.string() }),
  status: 200,
  errors: [404],
  run: async ({ params: { request_id } }, ctx) => {
    if (!z.uuid().safeParse(request_id).success) throw notFound('Request');
    const found = await ctx.db
      .selectFrom('virtual_tag_requests')
      .select('request_id')
      .where('request_id', '=', request_id)
      .where('account_token', '=', ctx.actor.accountToken)
      .where('created_at', '>=', addSeconds(ctx.now, -retentionSeconds))
      .executeTakeFirst();
    if (!found) throw notFound('Request');
    return {};
  },
});

export const asyncUpdate = [updateAsyncVirtualTagConfig, getAsyncVirtualTagConfigStatus];
