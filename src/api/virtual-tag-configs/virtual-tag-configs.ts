import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import {
  configBody,
  configPatch,
  configRows,
  serializeConfig,
  VirtualTagConfig,
  configVersion,
  createConfig,
  deleteConfig,
  duplicateKey,
  updateConfig,
} from '../../domain/costs/virtual-tags/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageLinks, singlePage } from '../../platform/kernel/paging.js';
import { AsyncVirtualTagConfigUpdate } from './async-update.js';

const path = '/v2/virtual_tag_configs';
const onePath = `${path}/{token}`;
const params = z.object({ token: z.string() });
const version = (input: { params: { token: string } }, ctx: Context, forUpdate: boolean) =>
  configVersion(ctx, input.params.token, forUpdate);

/** The number of configs is limited, so the list is not paginated. */
const allConfigs = { ...singlePage, limit: Number.MAX_SAFE_INTEGER };

const getVirtualTagConfigs = operation({
  id: 'getVirtualTagConfigs',
  tag: 'VirtualTags',
  method: 'GET',
  path,
  summary: 'List all virtual tags',
  query: z.object({ q: z.string().optional().describe('Case-insensitive part of the key.') }),
  status: 200,
  errors: [],
  response: z
    .object({ links: Links, virtual_tag_configs: z.array(VirtualTagConfig) })
    .meta({ id: 'VirtualTagConfigs' }),
  run: async ({ query: { q } }, ctx) => {
    const text = q?.trim().toLowerCase();
    const conditions = text ? [sql<SqlBool>`position(${text} in lower(key)) > 0`] : [];
    const { rows } = await configRows.list(ctx, allConfigs, conditions);
    return {
      links: pageLinks(ctx.origin, ctx.url, singlePage, 0),
      virtual_tag_configs: rows.map(serializeConfig),
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
  duplicates: duplicateKey,
  role: 'integration_owner',
  response: VirtualTagConfig,
  run: ({ body }, ctx) => createConfig(ctx, body),
});

const getVirtualTagConfig = operation({
  id: 'getVirtualTagConfig',
  tag: 'VirtualTags',
  method: 'GET',
  path: onePath,
  summary: 'Get a virtual tag',
  params,
  status: 200,
  errors: [404],
  response: VirtualTagConfig,
  version,
  run: async (input, ctx) => serializeConfig(await configRows.load(ctx, input.params.token)),
});

const updateVirtualTagConfig = operation({
  id: 'updateVirtualTagConfig',
  tag: 'VirtualTags',
  method: 'PUT',
  path: onePath,
  summary: 'Update a virtual tag; keys that are left out stay unchanged, null clears lists',
  params,
  body: configPatch.meta({ id: 'updateVirtualTagConfig' }),
  status: 200,
  otherResponses: {
    202: {
      description: 'Never sent: changes take effect immediately.',
      response: AsyncVirtualTagConfigUpdate,
    },
  },
  errors: [400, 403, 404, 422],
  duplicates: duplicateKey,
  role: 'integration_owner',
  response: VirtualTagConfig,
  version,
  run: (input, ctx) => updateConfig(ctx, input.params.token, input.body),
});

const deleteVirtualTagConfig = operation({
  id: 'deleteVirtualTagConfig',
  tag: 'VirtualTags',
  method: 'DELETE',
  path: onePath,
  summary: 'Delete a virtual tag; provider tags with its key become visible again',
  params,
  status: 204,
  errors: [403, 404],
  role: 'integration_owner',
  version,
  run: (input, ctx) => deleteConfig(ctx, input.params.token),
});

export const virtualTagConfigs = [
  getVirtualTagConfigs,
  createVirtualTagConfig,
  getVirtualTagConfig,
  updateVirtualTagConfig,
  deleteVirtualTagConfig,
];
