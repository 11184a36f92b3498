import { type RawBuilder, sql } from 'kysely';
import type { QueryBin } from '../costs/date-bins.js';
import type { DateRange } from '../../platform/lib/date-intervals.js';
import { addDays } from '../../platform/lib/days.js';
import type { Db } from '../../platform/store/tables.js';

/** Starts of bins as texts, in the form that costs have them. */
const binText: Readonly<Record<QueryBin, (range: DateRange) => RawBuilder<string>>> = {
  hour: () => sql`to_char(date_trunc('hour', moment), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
  day: () => sql`to_char(moment, 'YYYY-MM-DD')`,
  week: () => sql`to_char(date_trunc('week', moment), 'YYYY-MM-DD')`,
  month: () => sql`to_char(moment, 'YYYY-MM-01')`,
  quarter: () => sql`to_char(date_trunc('quarter', moment), 'YYYY-MM-DD')`,
  range: ({ start }) => sql`${start}::text`,
};

/** Sums of the historical values of a business metric, whatever their labels, by bin and in its order. */
export async function metricSums(
  db: Db,
  metric: string,
  range: DateRange,
  bin: QueryBin,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ at: string; amount: string }>`
    select ${binText[bin](range)} as at, sum(amount)::text as amount
    from (
      select at at time zone 'UTC' as moment, amount from business_metric_values
      where business_metric_token = ${metric} and not forecasted
        and at >= ${`${range.start}T00:00:00Z`} and at < ${`${addDays(range.end, 1)}T00:00:00Z`}
    ) values_in_range
    group by 1 order by 1`.execute(db);
  return new Map(rows.map(({ at, amount }) => [at, amount]));
}
