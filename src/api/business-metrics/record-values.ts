import { sql } from 'kysely';
import { recordChange } from '../../platform/kernel/audit.js';
import type { Context } from '../../platform/kernel/context.js';
import type { Row } from '../../platform/kernel/rows.js';
import type { ValueSet } from '../../domain/business-metrics/write-values.js';

/** Counts the values around a change of them, and writes the one audit entry of it. */
export async function recordValues<Result>(
  ctx: Context,
  metric: Pick<Row<'business_metrics'>, 'token' | 'title'>,
  forecasted: boolean,
  change: (store: ValueSet) => Promise<{ written: number; result: Result }>,
): Promise<Result> {
  const store = { metric: metric.token, forecasted };
  const name = forecasted ? 'forecasted_values' : 'values';
  const before = await countValues(ctx, store);
  const { written, result } = await change(store);
  if (written === 0) return result;
  await recordChange(ctx, {
    type: 'Business Metric',
    token: metric.token,
    title: metric.title,
    before: { [`${name}_count`]: before },
    // How many were sent: new amounts alone leave the count as it is.
    after: { [`${name}_count`]: await countValues(ctx, store), [`${name}_written`]: written },
  });
  return result;
}

async function countValues({ db }: Context, store: ValueSet): Promise<number> {
  const { count } = await db
    .selectFrom('business_metric_values')
    .select(sql<number>`count(*)`.as('count'))
    .where('business_metric_token', '=', store.metric)
    .where('forecasted', '=', store.forecasted)
    .executeTakeFirstOrThrow();
  return count;
}
