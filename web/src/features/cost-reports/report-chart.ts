import { runningSums } from '../../lib/decimal.js';
import type { Series } from '../../lib/series.js';
import type { ChartKind } from '../../parts/chart/chart-data.js';
import { type DateBin, binsOf } from '../costs/bins.js';
import { topGroups } from '../costs/group-series.js';
import type { CostSeries } from '../costs/use-cost-series.js';
import { apiBin } from '../costs/use-costs.js';
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
  costs: CostSeries,
  groupings: readonly string[],
  range: { start: string; end: string },
  bin: DateBin,
  names: Names,
): ReportChart {
  const series = topGroups(costs, groupings, names);
  return {
    bins: binsOf(range.start, range.end, bin),
    bin: apiBin(bin),
    series: bin === 'cumulative' ? series.map(withRunningSums) : series,
  };
}

/** A series with cumulative amounts. */
export const withRunningSums = (series: Series): Series => ({
  ...series,
  amounts: runningSums(series.amounts),
});
