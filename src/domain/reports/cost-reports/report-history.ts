import { createHash } from 'node:crypto';
import { type CostQuery, readCosts } from '../../costs/query/index.js';
import { historyDays, dayNumber, isoDate, type ServiceSeries } from '../forecast/index.js';
import type { Context } from '../../../platform/kernel/context.js';
import { addDays } from '../../../platform/lib/days.js';
import { formatDate } from '../../../platform/lib/time.js';
import type { CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { resolveCostQuery } from './resolve-cost-query.js';

/** Bills of a provider may arrive this late; days missing for longer count as days without costs. */
const maxBillDelayDays = 35;
/** Days per statement, to bound the size of a result. */
const daysPerRead = 84;
const maxRowsPerRead = 500_000;
/** Days from which the cost per unit of a business metric is estimated. */
const unitCostDays = 90;

/** The query for the daily costs of a report by service, as GET /costs would run it. */
export async function resolveHistoryQuery(ctx: Context, report: string): Promise<CostQuery> {
  const today = formatDate(ctx.now);
  const { query } = await resolveCostQuery(
    ctx,
    {
      cost_report_token: report,
      start_date: addDays(today, -historyDays - maxBillDelayDays),
      end_date: addDays(today, -1),
      date_bin: 'day',
      groupings: ['provider', 'service'],
      'settings[aggregate_by]': 'cost',
      order: 'asc',
    },
    { limit: maxRowsPerRead, offset: 0 },
  );
  return query;
}

/** Equal as long as the query, the loads and rates behind it and the day are the same. */
export function fingerprintQuery(query: CostQuery): string {
  return createHash('sha256').update(JSON.stringify(query)).digest('hex');
}

/** Reads the daily costs of each service of a report. */
export async function readServiceSeries(
  store: CostStore,
  query: CostQuery,
): Promise<ServiceSeries[]> {
  const found = new Map<string, SparseSeries>();
  for (let start = query.startDate; start <= query.endDate; start = addDays(start, daysPerRead)) {
    const last = addDays(start, daysPerRead - 1);
    const endDate = last < query.endDate ? last : query.endDate;
    const { rows } = await readCosts(store, { ...query, startDate: start, endDate });
    if (rows.length === query.limit)
      throw new Error('The report has too many services to forecast');
    for (const row of rows) {
      // Costs without an exchange rate cannot be added to the others.
      if (row.currency !== query.conversion.to) continue;
      const key = JSON.stringify([row.g0, row.g1]);
      const series = found.get(key) ?? {
        provider: String(row.g0),
        service: String(row.g1 ?? ''),
        days: [],
      };
      found.set(key, series);
      series.days.push([dayNumber(row.accrued_at), Number(row.amount)]);
    }
  }
  return fillSeries([...found.values()], dayNumber(query.endDate) + 1);
}

/** The days on which a service has costs, in order. */
interface SparseSeries {
  provider: string;
  service: string;
  days: [day: number, amount: number][];
}

/** All series of a provider end with its last billed day: later days are not billed yet rather than free. */
function fillSeries(found: readonly SparseSeries[], end: number): ServiceSeries[] {
  const endOfBills = new Map<string, number>();
  for (const { provider, days } of found) {
    const last = Math.max(endOfBills.get(provider) ?? 0, days.at(-1)![0] + 1);
    endOfBills.set(provider, last);
  }
  return found
    .toSorted((a, b) => compare(a.provider, b.provider) || compare(a.service, b.service))
    .map(({ provider, service, days }) => {
      const billedUntil = endOfBills.get(provider)!;
      const firstDay = days[0]![0];
      const values = new Float64Array(
        (end - billedUntil > maxBillDelayDays ? end : billedUntil) - firstDay,
      );
      for (const [day, amount] of days) values[day - firstDay] = amount;
      return { provider, service, firstDay, values };
    });
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The total costs of the report on each of the last complete days. */
export async function readDailyCosts(store: CostStore, query: CostQuery): Promise<string[]> {
  const startDate = addDays(query.endDate, 1 - unitCostDays);
  const { rows } = await readCosts(store, { ...query, startDate, groupings: [] });
  const amounts = new Map(
    rows
      .filter(({ currency }) => currency === query.conversion.to)
      .map((row) => [row.accrued_at, row.amount]),
  );
  const first = dayNumber(startDate);
  return Array.from({ length: unitCostDays }, (_, day) => amounts.get(isoDate(first + day)) ?? '0');
}
