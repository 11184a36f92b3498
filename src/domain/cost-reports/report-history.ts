import { createHash } from 'node:crypto';
import type { CostQuery } from '../costs/cost-query.js';
import { readCosts } from '../costs/read-costs.js';
import { historyDays } from '../forecast/backtest.js';
import { dayNumber, isoDate } from '../forecast/daily-series.js';
import type { ServiceSeries } from '../forecast/forecast-report.js';
import type { Context } from '../../platform/kernel/context.js';
import { addDays } from '../../platform/lib/days.js';
import { formatDate } from '../../platform/lib/time.js';
import type { CostStore } from '../../platform/store/clickhouse/cost-store.js';
import { costQuestion } from './cost-question.js';

/** Bills of a provider may be this late; what is missing longer is taken for no cost. */
const mostLateDays = 35;
/** Days read at a time, so that no answer is large. */
const daysAtATime = 84;
const mostRowsAtATime = 500_000;
/** Days that the cost of a unit of a business metric is judged by. */
const unitDays = 90;

/** The daily costs of the services of a report, as GET /costs has them. */
export async function askHistory(ctx: Context, report: string): Promise<CostQuery> {
  const today = formatDate(ctx.now);
  const { query } = await costQuestion(
    ctx,
    {
      cost_report_token: report,
      start_date: addDays(today, -historyDays - mostLateDays),
      end_date: addDays(today, -1),
      date_bin: 'day',
      groupings: ['provider', 'service'],
      'settings[aggregate_by]': 'cost',
      order: 'asc',
    },
    { limit: mostRowsAtATime, offset: 0 },
  );
  return query;
}

/** The same for the same question over the same loads and rates on the same day. */
export function fingerprintOf(query: CostQuery): string {
  return createHash('sha256').update(JSON.stringify(query)).digest('hex');
}

export async function readSeries(store: CostStore, query: CostQuery): Promise<ServiceSeries[]> {
  const found = new Map<string, FoundSeries>();
  for (let start = query.startDate; start <= query.endDate; start = addDays(start, daysAtATime)) {
    const last = addDays(start, daysAtATime - 1);
    const endDate = last < query.endDate ? last : query.endDate;
    const { rows } = await readCosts(store, { ...query, startDate: start, endDate });
    if (rows.length === query.limit)
      throw new Error('The report has too many services to forecast');
    for (const row of rows) {
      // What no rate exists for cannot be added to the rest.
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
  return seriesOf([...found.values()], dayNumber(query.endDate) + 1);
}

interface FoundSeries {
  provider: string;
  service: string;
  days: [day: number, amount: number][];
}

/** A provider's series all end where its bills do: that days are missing there says nothing about costs. */
function seriesOf(found: readonly FoundSeries[], end: number): ServiceSeries[] {
  const ends = new Map<string, number>();
  for (const { provider, days } of found) {
    const last = Math.max(ends.get(provider) ?? 0, days.at(-1)![0] + 1);
    ends.set(provider, last);
  }
  return found
    .toSorted((a, b) => compare(a.provider, b.provider) || compare(a.service, b.service))
    .map(({ provider, service, days }) => {
      const billed = ends.get(provider)!;
      const firstDay = days[0]![0];
      const values = new Float64Array((end - billed > mostLateDays ? end : billed) - firstDay);
      for (const [day, amount] of days) values[day - firstDay] = amount;
      return { provider, service, firstDay, values };
    });
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** What the report cost on each of the last complete days. */
export async function readDailyCosts(store: CostStore, query: CostQuery): Promise<string[]> {
  const startDate = addDays(query.endDate, 1 - unitDays);
  const { rows } = await readCosts(store, { ...query, startDate, groupings: [] });
  const amounts = new Map(
    rows
      .filter(({ currency }) => currency === query.conversion.to)
      .map((row) => [row.accrued_at, row.amount]),
  );
  const first = dayNumber(startDate);
  return Array.from({ length: unitDays }, (_, day) => amounts.get(isoDate(first + day)) ?? '0');
}
