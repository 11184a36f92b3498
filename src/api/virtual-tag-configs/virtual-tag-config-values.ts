import { z } from 'zod';
import {
  valueBody,
  valuePatch,
  configRows,
  serializeValue,
  VirtualTagConfigValue,
  addValue,
  deleteValue,
  requireValue,
  updateValue,
} from '../../domain/costs/virtual-tags/index.js';
import { operation } from '../../platform/kernel/operation.js';

const path = '/v2/virtual_tag_configs/{virtual_tag_config_token}/values';
const onePath = `${path}/{virtual_tag_config_value_token}`;
const params = z.object({ virtual_tag_config_token: z.string() });
const oneParams = params.extend({ virtual_tag_config_value_token: z.string() });

const createVirtualTagConfigValue = operation({
  id: 'createVirtualTagConfigValue',
  tag: 'VirtualTags',
  method: 'POST',
  path,
  summary: 'Add a value to a virtual tag, after the existing values',
  params,
  body: valueBody.meta({ id: 'createVirtualTagConfigValue' }),
  status: 201,
  errors: [400, 403, 404, 422],
  role: 'integration_owner',
  response: VirtualTagConfigValue,
  run: ({ params: tokens, body }, ctx) => addValue(ctx, tokens.virtual_tag_config_token, body),
});

const getVirtualTagConfigValue = operation({
  id: 'getVirtualTagConfigValue',
  tag: 'VirtualTags',
  method: 'GET',
  path: onePath,
  summary: 'Get a value of a virtual tag',
  params: oneParams,
  status: 200,
  errors: [403, 404],
  response: VirtualTagConfigValue,
  run: async ({ params: tokens }, ctx) => {
    const row = await configRows.load(ctx, tokens.virtual_tag_config_token);
    return serializeValue(requireValue(row, tokens.virtual_tag_config_value_token));
  },
});

const updateVirtualTagConfigValue = operation({
  id: 'updateVirtualTagConfigValue',
  tag: 'VirtualTags',
  method: 'PATCH',
  path: onePath,
  summary: 'Update a value of a virtual tag; its position is kept, and a new kind replaces the old',
  params: oneParams,
  body: valuePatch.meta({ id: 'updateVirtualTagConfigValue' }),
  status: 200,
  errors: [400, 403, 404, 422],
  role: 'integration_owner',
  response: VirtualTagConfigValue,
  run: ({ params: tokens, body }, ctx) =>
    updateValue(ctx, tokens.virtual_tag_config_token, tokens.virtual_tag_config_value_token, body),
});

const deleteVirtualTagConfigValue = operation({
  id: 'deleteVirtualTagConfigValue',
  tag: 'VirtualTags',
  method: 'DELETE',
  path: onePath,
  summary: 'Delete a value of a virtual tag; the others keep their order',
  params: oneParams,
  status: 204,
  errors: [403, 404],
  role: 'integration_owner',
  run: ({ params: tokens }, ctx) =>
    deleteValue(ctx, tokens.virtual_tag_config_token, tokens.virtual_tag_config_value_token),
});

export const virtualTagConfigValues = [
  createVirtualTagConfigValue,
  getVirtualTagConfigValue,
  updateVirtualTagConfigValue,
  deleteVirtualTagConfigValue,
];
