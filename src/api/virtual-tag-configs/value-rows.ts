import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../platform/kernel/context.js';
import { UnknownReference, unprocessable } from '../../platform/lib/errors.js';
import { newToken } from '../../platform/lib/tokens.js';
import type { StoredValue, ValueContent } from '../../domain/virtual-tags/stored-values.js';
import { checkValueFilters, storable, type ValueBody } from './value-body.js';

/** Checks what one value alone cannot tell: its filters and the metric it names. */
export async function checkedContent(
  ctx: Context,
  value: ValueBody,
  path = '',
): Promise<ValueContent> {
  checkValueFilters(value, path);
  const content = storable(value);
  if (content.kind === 'business_metric') {
    const field = `${path}business_metric_token`;
    await demandBusinessMetric(ctx, field, content.business_metric_token);
  }
  return content;
}

async function demandBusinessMetric(ctx: Context, field: string, token: string): Promise<void> {
  const metric = await ctx.db
    .selectFrom('business_metrics')
    .select('token')
    .where('token', '=', token)
    .where('account_token', '=', ctx.actor.accountToken)
    // It must not go before the value that names it is there.
    .forKeyShare()
    .executeTakeFirst();
  if (!metric) throw new UnknownReference('Business Metric', field, token);
}

export function demandRoomForValues(ctx: Context, count: number): void {
  const { maxVirtualTagValues: most } = ctx.services.config;
  if (count > most) throw unprocessable(`A virtual tag has ${most} values at the most`);
}

/** Replaces all values of a config. A value that was there before keeps its token. */
export async function replaceValues(
  ctx: Context,
  configToken: string,
  old: readonly StoredValue[],
  wanted: readonly ValueBody[],
): Promise<void> {
  demandRoomForValues(ctx, wanted.length);
  const left = [...old];
  const values: StoredValue[] = [];
  for (const [index, value] of wanted.entries()) {
    const content = await checkedContent(ctx, value, `values[${index}].`);
    const same = left.findIndex(({ token: _, ...stored }) => isDeepStrictEqual(stored, content));
    const token = same < 0 ? newToken('vtag_val') : left.splice(same, 1)[0]!.token;
    values.push({ ...content, token });
  }
  await ctx.db.deleteFrom('virtual_tag_values').where('config_token', '=', configToken).execute();
  if (values.length > 0) await insertValues(ctx, configToken, values, 0);
}

/** Values with their places, the first of which is given. */
export async function insertValues(
  ctx: Context,
  configToken: string,
  values: readonly StoredValue[],
  first: number,
): Promise<void> {
  const rows = values.map((value, index) => ({
    ...columnsOf(value),
    token: value.token,
    config_token: configToken,
    position: first + index,
  }));
  await ctx.db.insertInto('virtual_tag_values').values(rows).execute();
}

export function columnsOf(content: ValueContent) {
  const { filter, kind, definition, date_ranges, business_metric_token } = content;
  return {
    filter,
    kind,
    business_metric_token,
    definition: JSON.stringify(definition),
    date_ranges: JSON.stringify(date_ranges),
  };
}
