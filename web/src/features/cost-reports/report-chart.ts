import { runningSums } from '../../lib/decimal.js';
import { type Series, seriesOf, topSeries } from '../../lib/series.js';
import type { ChartKind } from '../../parts/chart/chart-data.js';
import { type DateBin, binsOf } from '../costs/bins.js';
import { seriesName } from '../costs/groupings.js';
import { type Costs, apiBin } from '../costs/use-costs.js';
import type { Names } from '../costs/use-names.js';

/** The chart to draw for a chart type of the API. */
export const chartKindOf = (chartType: string): ChartKind =>
  chartType === 'area' || chartType === 'line' || chartType === 'pie' ? chartType : 'bar';

interface ReportChart {
  bins: string[];
  bin: DateBin;
  series: Series[];
}

/** The largest series of a report over all bins of a range. */
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

/** A series with cumulative amounts. */
export const withRunningSums = (series: Series): Series => ({
  ...series,
  amounts: runningSums(series.amounts),
});
