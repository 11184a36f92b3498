import { Group, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { chartKindOf, reportChart } from '../../../features/cost-reports/report-chart.js';
import type { DateBin } from '../../../features/costs/bins.js';
import { useNames } from '../../../features/costs/use-names.js';
import { coloursOf } from '../../../lib/palette.js';
import { Chart } from '../../../parts/chart/Chart.js';
import type { ChartData } from '../../../parts/chart/chart-data.js';
import { pieLayout } from '../../../parts/chart/PieValue.js';
import { SeriesLegend } from '../../../parts/chart/SeriesLegend.js';
import { Money } from '../../../parts/figures.js';
import { Comparison } from './Comparison.js';
import type { CostFigures } from './cost-figures.js';

/** The chart of a report with its total. */
export function ChartWidget({ item, report, costs, groupings, scope }: CostFigures) {
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const names = useNames();
  const requested = (scope.dashboard?.date_bin ?? report.date_bin) as DateBin;
  const data = useMemo((): ChartData => {
    const range = { start: costs.start_date, end: costs.end_date };
    // The API has the last word on the bins; only sums over them are made here.
    const shown = requested === 'cumulative' ? requested : costs.date_bin;
    const chart = reportChart(costs, groupings, range, shown, names);
    return {
      ...chart,
      kind: chartKindOf(report.chart_type),
      range,
      colours: coloursOf(chart.series.map(({ name }) => name)),
      currency: costs.currency,
      completeThrough: costs.freshness.completeThrough,
    };
  }, [costs, groupings, requested, names, report.chart_type]);
  return (
    <>
      <Group gap="sm" mb="sm" align="baseline">
        <Text fz={20} fw={600}>
          <Money amount={costs.total.amount} currency={costs.currency} isCompact />
        </Text>
        <Comparison costs={costs} />
      </Group>
      <div className={`${pieLayout(data.kind)} widget-body`}>
        <div className="widget-chart">
          <Chart
            {...data}
            label={`${item.title} by ${data.bin}`}
            height="100%"
            highlighted={highlighted}
            onHighlight={setHighlighted}
          />
        </div>
        <SeriesLegend {...data} />
      </div>
    </>
  );
}
