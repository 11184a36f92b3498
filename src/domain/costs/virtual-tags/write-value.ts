import type { z } from 'zod';
import type { Context } from '../../../platform/kernel/context.js';
import { validate } from '../../../platform/kernel/validate.js';
import { notFound } from '../../../platform/lib/errors.js';
import { newToken } from '../../../platform/lib/tokens.js';
import { checkedContent, insertValues, requireValueLimit, valueColumns } from './config-values.js';
import type { StoredValue } from './stored-values.js';
import { mergeValue, type ValueBody, valueBody, type ValuePatch } from './value-body.js';
import { type ConfigRow, valuesOf, type VirtualTagConfigValue } from './virtual-tag-config.js';
import { changeConfig } from './write-config.js';

type SerializedValue = z.input<typeof VirtualTagConfigValue>;

/** The value with a token in a loaded config, or 404. */
export function requireValue(row: ConfigRow, token: string): StoredValue {
  const value = valuesOf(row).find((each) => each.token === token);
  if (!value) throw notFound('Virtual Tag Value');
  return value;
}

/** Adds a value after the others. */
export async function addValue(
  ctx: Context,
  configToken: string,
  body: ValueBody,
): Promise<SerializedValue> {
  const token = newToken('vtag_val');
  const { values } = await changeConfig(ctx, configToken, async (row) => {
    requireValueLimit(ctx, valuesOf(row).length + 1);
    const value = { ...(await checkedContent(ctx, body)), token };
    await insertValues(ctx, configToken, [value], await nextPosition(ctx, configToken));
  });
  return values.at(-1)!;
}

/** Deletions leave gaps, so the next position is not the number of values. */
async function nextPosition({ db }: Context, configToken: string): Promise<number> {
  const { last } = await db
    .selectFrom('virtual_tag_values')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('config_token', '=', configToken)
    .executeTakeFirstOrThrow();
  return (last ?? -1) + 1;
}

/** Updates a value; it keeps its token and its position. */
export async function updateValue(
  ctx: Context,
  configToken: string,
  token: string,
  patch: ValuePatch,
): Promise<SerializedValue> {
  const { values } = await changeConfig(ctx, configToken, async (row) => {
    const merged = validate(valueBody, mergeValue(requireValue(row, token), patch));
    await ctx.db
      .updateTable('virtual_tag_values')
      .set(valueColumns(await checkedContent(ctx, merged)))
      .where('token', '=', token)
      .execute();
  });
  return values.find((value) => value.token === token)!;
}

/** Deletes a value. */
export async function deleteValue(ctx: Context, configToken: string, token: string): Promise<void> {
  await changeConfig(ctx, configToken, async (row) => {
    const value = requireValue(row, token);
    await ctx.db.deleteFrom('virtual_tag_values').where('token', '=', value.token).execute();
  });
}
