import { sql } from 'kysely';
import { recordChange } from '../../../platform/kernel/audit.js';
import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import type { ValueSet } from './write-values.js';

/** Runs a change of a metric's values and writes one audit entry with their counts before and after. */
export async function changeValues<Result>(
  ctx: Context,
  metric: Pick<Row<'business_metrics'>, 'token' | 'title'>,
  forecasted: boolean,
  change: (set: ValueSet) => Promise<{ written: number; result: Result }>,
): Promise<Result> {
  const set = { metric: metric.token, forecasted };
  const name = forecasted ? 'forecasted_values' : 'values';
  const before = await countValues(ctx, set);
  const { written, result } = await change(set);
  if (written === 0) return result;
  await recordChange(ctx, {
    type: 'Business Metric',
    token: metric.token,
    title: metric.title,
    before: { [`${name}_count`]: before },
    // Replaced amounts leave the count unchanged, so the number of written values is recorded too.
    after: { [`${name}_count`]: await countValues(ctx, set), [`${name}_written`]: written },
  });
  return result;
}

async function countValues({ db }: Context, set: ValueSet): Promise<number> {
  const { count } = await db
    .selectFrom('business_metric_values')
    .select(sql<number>`count(*)`.as('count'))
    .where('business_metric_token', '=', set.metric)
    .where('forecasted', '=', set.forecasted)
    .executeTakeFirstOrThrow();
  return count;
}
