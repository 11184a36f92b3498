import { type RawBuilder, sql } from 'kysely';
import type { QueryBin } from '../../costs/query/index.js';
import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { addDays } from '../../../platform/lib/days.js';
import type { Db } from '../../../platform/store/tables.js';

/** Start of the period as text, in the same format as in costs. */
const binStart: Readonly<Record<QueryBin, (range: DateRange) => RawBuilder<string>>> = {
  hour: () => sql`to_char(date_trunc('hour', moment), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
  day: () => sql`to_char(moment, 'YYYY-MM-DD')`,
  week: () => sql`to_char(date_trunc('week', moment), 'YYYY-MM-DD')`,
  month: () => sql`to_char(moment, 'YYYY-MM-01')`,
  quarter: () => sql`to_char(date_trunc('quarter', moment), 'YYYY-MM-DD')`,
  range: ({ start }) => sql`${start}::text`,
};

/** Sums the historical values of a business metric over all labels, by date in ascending order. */
export async function readMetricSums(
  db: Db,
  metricToken: string,
  range: DateRange,
  bin: QueryBin,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ date: string; amount: string }>`
    select ${binStart[bin](range)} as date, sum(amount)::text as amount
    from (
      select at at time zone 'UTC' as moment, amount from business_metric_values
      where business_metric_token = ${metricToken} and not forecasted
        and at >= ${`${range.start}T00:00:00Z`} and at < ${`${addDays(range.end, 1)}T00:00:00Z`}
    ) values_in_range
    group by 1 order by 1`.execute(db);
  return new Map(rows.map(({ date, amount }) => [date, amount]));
}
