import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../platform/kernel/context.js';
import { unprocessable } from '../../platform/lib/errors.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, singlePage, pageLinks } from '../../platform/kernel/paging.js';
import { newToken } from '../../platform/lib/tokens.js';
import { columnsOf, configBody, configPatch, type ConfigPatch } from './config-body.js';
import {
  changeConfig,
  configRows,
  lockVirtualTags,
  recordConfig,
  settle,
  showConfig,
  valuesOf,
  keyTaken,
} from './config-rows.js';
import { AsyncVirtualTagConfigUpdate, VirtualTagConfig } from './models.js';
import { replaceValues } from './value-rows.js';

const path = '/v2/virtual_tag_configs';
const onePath = `${path}/{token}`;
const params = z.object({ token: z.string() });

/** The number of configs is limited, so that one page can hold them. */
const everything = { ...singlePage, limit: Number.MAX_SAFE_INTEGER };

const getVirtualTagConfigs = operation({
  id: 'getVirtualTagConfigs',
  tag: 'VirtualTags',
  method: 'GET',
  path,
  summary: 'List all virtual tags',
  query: z.object({ q: z.string().optional().describe('Part of the key.') }),
  status: 200,
  errors: [],
  response: z
    .object({ links: Links, virtual_tag_configs: z.array(VirtualTagConfig) })
    .meta({ id: 'VirtualTagConfigs' }),
  run: async ({ query: { q } }, ctx) => {
    const wanted = q?.trim().toLowerCase();
    const matches = wanted ? [sql<SqlBool>`position(${wanted} in lower(key)) > 0`] : [];
    const { rows } = await configRows.list(ctx, everything, matches);
    return {
      links: pageLinks(ctx.origin, ctx.url, singlePage, 0),
      virtual_tag_configs: rows.map(showConfig),
    };
  },
});

const createVirtualTagConfig = operation({
  id: 'createVirtualTagConfig',
  tag: 'VirtualTags',
  method: 'POST',
  path,
  summary: 'Create a virtual tag',
  body: configBody.meta({ id: 'createVirtualTagConfig' }),
  status: 201,
  errors: [400, 403, 404, 422],
  duplicates: keyTaken,
  role: 'integration_owner',
  response: VirtualTagConfig,
  run: async ({ body }, ctx) => createConfig(ctx, body),
});

export async function createConfig(ctx: Context, body: z.output<typeof configBody>) {
  await lockVirtualTags(ctx);
  await demandRoom(ctx);
  const { token } = await configRows.insert(ctx, {
    token: newToken('vtag'),
    account_token: ctx.actor.accountToken,
    created_by: ctx.actor.token,
    created_at: ctx.now,
    updated_at: ctx.now,
    ...columnsOf({ ...body, backfill_until: body.backfill_until ?? null }, ctx),
  });
  await replaceValues(ctx, token, [], body.values ?? []);
  return settle(ctx, token, null);
}

async function demandRoom(ctx: Context): Promise<void> {
  const { maxVirtualTags: most } = ctx.services.config;
  const { count } = await ctx.db
    .selectFrom('virtual_tag_configs')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_token', '=', ctx.actor.accountToken)
    .executeTakeFirstOrThrow();
  if (count >= most) throw unprocessable(`An account has ${most} virtual tags at the most`);
}

const getVirtualTagConfig = operation({
  id: 'getVirtualTagConfig',
  tag: 'VirtualTags',
  method: 'GET',
  path: onePath,
  summary: 'Read a virtual tag',
  params,
  status: 200,
  errors: [404],
  response: VirtualTagConfig,
  run: async (input, ctx) => showConfig(await configRows.load(ctx, input.params.token)),
});

const updateVirtualTagConfig = operation({
  id: 'updateVirtualTagConfig',
  tag: 'VirtualTags',
  method: 'PUT',
  path: onePath,
  summary: 'Change a virtual tag; what is left out stays as it is, null lists are cleared',
  params,
  body: configPatch.meta({ id: 'updateVirtualTagConfig' }),
  status: 200,
  otherResponses: {
    202: {
      description: 'Never sent: the change is there at once.',
      response: AsyncVirtualTagConfigUpdate,
    },
  },
  errors: [400, 403, 404, 422],
  duplicates: keyTaken,
  role: 'integration_owner',
  response: VirtualTagConfig,
  run: async (input, ctx) => updateConfig(ctx, input.params.token, input.body),
});

export async function updateConfig(ctx: Context, token: string, body: ConfigPatch) {
  return changeConfig(ctx, token, async (row) => {
    const columns = columnsOf(body, ctx);
    if (Object.keys(columns).length > 0) await configRows.update(ctx, token, columns);
    if (body.values === undefined) return;
    await replaceValues(ctx, token, valuesOf(row), body.values ?? []);
  });
}

const deleteVirtualTagConfig = operation({
  id: 'deleteVirtualTagConfig',
  tag: 'VirtualTags',
  method: 'DELETE',
  path: onePath,
  summary: 'Delete a virtual tag; tags of providers with its key show again',
  params,
  status: 204,
  errors: [403, 404],
  role: 'integration_owner',
  run: async (input, ctx) => {
    const row = await configRows.loadForUpdate(ctx, input.params.token);
    await recordConfig(ctx, showConfig(row), null);
    await configRows.delete(ctx, row.token);
  },
});

export const virtualTagConfigs = [
  getVirtualTagConfigs,
  createVirtualTagConfig,
  getVirtualTagConfig,
  updateVirtualTagConfig,
  deleteVirtualTagConfig,
];
