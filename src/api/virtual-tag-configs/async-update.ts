import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { notFound } from '../../platform/lib/errors.js';
import { operation, Reply } from '../../platform/kernel/operation.js';
import { addSeconds } from '../../platform/lib/time.js';
import { configPatch } from './config-body.js';
import { keyTaken } from './config-rows.js';
import { AsyncVirtualTagConfigUpdate } from './models.js';
import { updateConfig } from './virtual-tag-configs.js';

const keptSeconds = 86_400;
const retryAfterSeconds = 5;

/** Clients read any 2xx of the check as "finished", so the change is made before the 202 is sent. */
const updateAsyncVirtualTagConfig = operation({
  id: 'updateAsyncVirtualTagConfig',
  tag: 'VirtualTags',
  method: 'PUT',
  path: '/v2/virtual_tag_configs/{token}/async',
  summary: 'Change a virtual tag and be told where to ask whether it is done',
  params: z.object({ token: z.string() }),
  body: configPatch.meta({ id: 'updateAsyncVirtualTagConfig' }),
  status: 202,
  errors: [400, 403, 404, 422],
  duplicates: keyTaken,
  role: 'integration_owner',
  response: AsyncVirtualTagConfigUpdate,
  run: async (input, ctx) => {
    await updateConfig(ctx, input.params.token, input.body);
    const request_id = randomUUID();
    const account_token = ctx.actor.accountToken;
    await ctx.db
      .deleteFrom('virtual_tag_requests')
      .where('account_token', '=', account_token)
      .where('created_at', '<', addSeconds(ctx.now, -keptSeconds))
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
  summary: 'Ask whether a change is done; it is, for a day',
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
      .where('created_at', '>=', addSeconds(ctx.now, -keptSeconds))
      .executeTakeFirst();
    if (!found) throw notFound('Request');
    return {};
  },
});

export const asyncUpdate = [updateAsyncVirtualTagConfig, getAsyncVirtualTagConfigStatus];
