import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Query, ask } from '../../api/client.js';
import { type Freshness, freshnessOf, noteFreshness } from '../../api/freshness.js';
import type { Links } from '../../api/queries.js';
import { sumOf } from '../../lib/decimal.js';
import { type Series, seriesOf, topSeries } from '../../lib/series.js';
import type { ChartKind } from '../../parts/chart/chart-data.js';
import { type Bin, binsOf } from '../costs/bins.js';
import { seriesName } from '../costs/groupings.js';
import type { Cost } from '../costs/use-costs.js';
import type { Names } from '../costs/use-names.js';

export interface CostsAnswer {
  links: Links;
  total_cost: { amount: string; currency: string };
  costs: Cost[];
}

export interface ReportCosts extends CostsAnswer {
  freshness: Freshness;
  /** There are more rows than are worth drawing; the total counts them all. */
  isCut: boolean;
}

const rowsPerPage = 5000;
const mostPages = 4;

/** The costs of a report, shown as a dashboard shows it where one is named. */
export function useReportCosts(report: string, more: Query = {}) {
  const query: Query = { cost_report_token: report, order: 'asc', limit: rowsPerPage, ...more };
  return useQuery({
    queryKey: ['/v2/costs', query],
    queryFn: ({ signal }) => readCosts(query, signal),
    placeholderData: keepPreviousData,
  });
}

async function readCosts(query: Query, signal: AbortSignal): Promise<ReportCosts> {
  const first = await ask<CostsAnswer>('GET', '/v2/costs', { query, signal });
  const costs = [...first.body.costs];
  let { next } = first.body.links;
  for (let page = 2; next && page <= mostPages; page += 1) {
    const more = await ask<CostsAnswer>('GET', '/v2/costs', { query: { ...query, page }, signal });
    costs.push(...more.body.costs);
    ({ next } = more.body.links);
  }
  const freshness = freshnessOf(first.headers);
  noteFreshness(freshness);
  return { ...first.body, costs, freshness, isCut: next !== null };
}

/** Groupings of a report, joined by commas; a name with a comma of its own stands in quotes. */
export const groupingsOf = (joined: string | null): string[] =>
  joined?.match(/(?:[^,"]|"[^"]*")+/g)?.map((name) => name.trim()) ?? [];

export const chartKindOf = (chartType: string): ChartKind =>
  chartType === 'area' || chartType === 'line' || chartType === 'pie' ? chartType : 'bar';

export interface Drawn {
  bins: string[];
  bin: string;
  series: Series[];
}

/** What a chart draws: the largest series over all bins of the range. */
export function drawn(
  { costs, total_cost: { currency } }: CostsAnswer,
  groupings: readonly string[],
  range: { start: string; end: string },
  bin: string,
  names: Names,
): Drawn {
  const isCumulative = bin === 'cumulative';
  const shownBin = (isCumulative ? 'day' : bin) as Bin;
  const bins = binsOf(range.start, range.end, shownBin);
  const points = costs
    .filter((cost) => cost.currency === currency)
    .map((cost) => ({
      bin: cost.accrued_at,
      name: seriesName(cost, groupings, names),
      amount: cost.amount,
    }));
  const series = topSeries(seriesOf(points, bins));
  return { bins, bin: shownBin, series: isCumulative ? series.map(addedUp) : series };
}

function addedUp(series: Series): Series {
  let sum = '0';
  return { ...series, amounts: series.amounts.map((amount) => (sum = sumOf([sum, amount]))) };
}
