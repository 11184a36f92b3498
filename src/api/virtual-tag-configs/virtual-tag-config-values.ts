import { z } from 'zod';
import type { Context } from '../../platform/kernel/context.js';
import { notFound } from '../../platform/lib/errors.js';
import { operation } from '../../platform/kernel/operation.js';
import type { Row } from '../../platform/kernel/rows.js';
import { newToken } from '../../platform/lib/tokens.js';
import { validate } from '../../platform/kernel/validate.js';
import type { StoredValue } from '../../domain/virtual-tags/stored-values.js';
import { changeConfig, configRows, valuesOf } from './config-rows.js';
import { showValue, VirtualTagConfigValue } from './models.js';
import { merge, valueBody, valuePatch } from './value-body.js';
import { checkedContent, columnsOf, demandRoomForValues, insertValues } from './value-rows.js';

const path = '/v2/virtual_tag_configs/{virtual_tag_config_token}/values';
const onePath = `${path}/{virtual_tag_config_value_token}`;
const params = z.object({ virtual_tag_config_token: z.string() });
const oneParams = params.extend({ virtual_tag_config_value_token: z.string() });

function valueIn(row: Row<'virtual_tag_configs'>, token: string): StoredValue {
  const value = valuesOf(row).find((each) => each.token === token);
  if (!value) throw notFound('Virtual Tag Value');
  return value;
}

const createVirtualTagConfigValue = operation({
  id: 'createVirtualTagConfigValue',
  tag: 'VirtualTags',
  method: 'POST',
  path,
  summary: 'Add a value behind those a virtual tag has',
  params,
  body: valueBody.meta({ id: 'createVirtualTagConfigValue' }),
  status: 201,
  errors: [400, 403, 404, 422],
  role: 'integration_owner',
  response: VirtualTagConfigValue,
  run: async ({ params: { virtual_tag_config_token: config }, body }, ctx) => {
    const token = newToken('vtag_val');
    const { values } = await changeConfig(ctx, config, async (row) => {
      demandRoomForValues(ctx, valuesOf(row).length + 1);
      const value = { ...(await checkedContent(ctx, body)), token };
      await insertValues(ctx, config, [value], await nextPlace(ctx, config));
    });
    return values.at(-1)!;
  },
});

/** Deletions leave gaps, so that it is not the number of values. */
async function nextPlace({ db }: Context, config: string): Promise<number> {
  const { last } = await db
    .selectFrom('virtual_tag_values')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('config_token', '=', config)
    .executeTakeFirstOrThrow();
  return (last ?? -1) + 1;
}

const getVirtualTagConfigValue = operation({
  id: 'getVirtualTagConfigValue',
  tag: 'VirtualTags',
  method: 'GET',
  path: onePath,
  summary: 'Read a value of a virtual tag',
  params: oneParams,
  status: 200,
  errors: [403, 404],
  response: VirtualTagConfigValue,
  run: async (input, ctx) => {
    const row = await configRows.load(ctx, input.params.virtual_tag_config_token);
    return showValue(valueIn(row, input.params.virtual_tag_config_value_token));
  },
});

const updateVirtualTagConfigValue = operation({
  id: 'updateVirtualTagConfigValue',
  tag: 'VirtualTags',
  method: 'PATCH',
  path: onePath,
  summary: 'Change a value in its place; another kind replaces the one it had',
  params: oneParams,
  body: valuePatch.meta({ id: 'updateVirtualTagConfigValue' }),
  status: 200,
  errors: [400, 403, 404, 422],
  role: 'integration_owner',
  response: VirtualTagConfigValue,
  run: async ({ params: tokens, body }, ctx) => {
    const token = tokens.virtual_tag_config_value_token;
    const { values } = await changeConfig(ctx, tokens.virtual_tag_config_token, async (row) => {
      const merged = validate(valueBody, merge(valueIn(row, token), body));
      await ctx.db
        .updateTable('virtual_tag_values')
        .set(columnsOf(await checkedContent(ctx, merged)))
        .where('token', '=', token)
        .execute();
    });
    return values.find((value) => value.token === token)!;
  },
});

const deleteVirtualTagConfigValue = operation({
  id: 'deleteVirtualTagConfigValue',
  tag: 'VirtualTags',
  method: 'DELETE',
  path: onePath,
  summary: 'Delete a value; the others keep their order',
  params: oneParams,
  status: 204,
  errors: [403, 404],
  role: 'integration_owner',
  run: async ({ params: tokens }, ctx) => {
    await changeConfig(ctx, tokens.virtual_tag_config_token, async (row) => {
      const { token } = valueIn(row, tokens.virtual_tag_config_value_token);
      await ctx.db.deleteFrom('virtual_tag_values').where('token', '=', token).execute();
    });
  },
});

export const virtualTagConfigValues = [
  createVirtualTagConfigValue,
  getVirtualTagConfigValue,
  updateVirtualTagConfigValue,
  deleteVirtualTagConfigValue,
];
