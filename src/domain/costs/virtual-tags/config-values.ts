import { isDeepStrictEqual } from 'node:util';
import { type SqlBool, sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';
import { UnknownReference, unprocessable } from '../../../platform/lib/errors.js';
import { newToken } from '../../../platform/lib/tokens.js';
import { visibleMetrics } from '../visible-metrics.js';
import type { StoredValue, ValueContent } from './stored-values.js';
import { checkValueFilters, contentOf, type ValueBody } from './value-body.js';

/** The content of a value to store, once its filters are valid and its business metric exists. */
export async function checkedContent(
  ctx: Context,
  value: ValueBody,
  path = '',
): Promise<ValueContent> {
  checkValueFilters(value, path);
  const content = contentOf(value);
  if (content.kind === 'business_metric') {
    const field = `${path}business_metric_token`;
    await requireBusinessMetric(ctx, field, content.business_metric_token);
  }
  return content;
}

async function requireBusinessMetric(ctx: Context, field: string, token: string): Promise<void> {
  const metric = await ctx.db
    .selectFrom('business_metrics')
    .select('token')
    .where('token', '=', token)
    .where('account_token', '=', ctx.actor.accountToken)
    // Every member sees the metrics that virtual tags already use.
    .where(sql<SqlBool>`(${await visibleMetrics(ctx)} or exists (
      select 1 from virtual_tag_values v where v.business_metric_token = business_metrics.token))`)
    // It must not be deleted before the value that references it is stored.
    .forKeyShare()
    .executeTakeFirst();
  if (!metric) throw new UnknownReference('Business Metric', field, token);
}

/** Throws if a virtual tag would have too many values. */
export function requireValueLimit(ctx: Context, count: number): void {
  const { maxVirtualTagValues: max } = ctx.services.config;
  if (count > max) throw unprocessable(`A virtual tag can have at most ${max} values`);
}

/** Replaces all values of a config. A value with unchanged content keeps its token. */
export async function replaceValues(
  ctx: Context,
  configToken: string,
  current: readonly StoredValue[],
  requested: readonly ValueBody[],
): Promise<void> {
  requireValueLimit(ctx, requested.length);
  const remaining = [...current];
  const values: StoredValue[] = [];
  for (const [index, value] of requested.entries()) {
    const content = await checkedContent(ctx, value, `values[${index}].`);
    const same = remaining.findIndex(({ token: _, ...stored }) =>
      isDeepStrictEqual(stored, content),
    );
    const token = same < 0 ? newToken('vtag_val') : remaining.splice(same, 1)[0]!.token;
    values.push({ ...content, token });
  }
  await ctx.db.deleteFrom('virtual_tag_values').where('config_token', '=', configToken).execute();
  if (values.length > 0) await insertValues(ctx, configToken, values, 0);
}

/** Inserts values at consecutive positions. */
export async function insertValues(
  ctx: Context,
  configToken: string,
  values: readonly StoredValue[],
  firstPosition: number,
): Promise<void> {
  const rows = values.map((value, index) => ({
    ...valueColumns(value),
    token: value.token,
    config_token: configToken,
    position: firstPosition + index,
  }));
  await ctx.db.insertInto('virtual_tag_values').values(rows).execute();
}

/** The columns that hold the content of a value. */
export function valueColumns(content: ValueContent) {
  const { filter, kind, definition, date_ranges, business_metric_token } = content;
  return {
    filter,
    kind,
    business_metric_token,
    definition: JSON.stringify(definition),
    date_ranges: JSON.stringify(date_ranges),
  };
}
