import { runningSums } from '../../lib/decimal.js';
import { type Series, seriesOf, topSeries } from '../../lib/series.js';
import type { ChartKind } from '../../parts/chart/chart-data.js';
import { type DateBin, binsOf } from '../costs/bins.js';
import { seriesName } from '../costs/groupings.js';
import { type Costs, apiBin } from '../costs/use-costs.js';
import type { Names } from '../costs/use-names.js';

/** The chart that shows a chart type of the API best. */
export const chartKindOf = (chartType: string): ChartKind =>
  chartType === 'area' || chartType === 'line' || chartType === 'pie' ? chartType : 'bar';

interface ReportChart {
  bins: string[];
  bin: DateBin;
  series: Series[];
}

/** What a chart of a report draws: the largest series over all bins of the range. */
export function reportChart(
  { costs, total_cost: { currency } }: Costs,
  groupings: readonly string[],
  range: { start: string; end: string },
  bin: DateBin,
  names: Names,
): ReportChart {
  const bins = binsOf(range.start, range.end, apiBin(bin));
  const points = costs
    .filter((cost) => cost.currency === currency)
    .map((cost) => ({
      bin: cost.accrued_at,
      name: seriesName(cost, groupings, names),
      amount: cost.amount,
    }));
  const series = topSeries(seriesOf(points, bins));
  return {
    bins,
    bin: apiBin(bin),
    series: bin === 'cumulative' ? series.map(withRunningSums) : series,
  };
}

/** A series of a cumulative chart. */
export const withRunningSums = (series: Series): Series => ({
  ...series,
  amounts: runningSums(series.amounts),
});
