import { Group } from '@mantine/core';
import { wholeBins } from '../../../lib/bin-days.js';
import { approximate } from '../../../lib/decimal.js';
import { Money } from '../../../parts/figures.js';
import { Comparison } from './Comparison.js';
import type { CostFigures } from './cost-figures.js';
import { Trend } from './Trend.js';

/** The total of a report as one figure, with its change and trend. */
export function KpiWidget({ costs }: CostFigures) {
  const { bins, date_bin: bin, start_date: start, end_date: end, total } = costs;
  const inTrend = wholeBins(bins, bin, { start, end }, costs.complete_through);
  const trend = total.amounts.filter((_, index) => inTrend[index]).map(approximate);
  return (
    <>
      <Group gap="md" justify="space-between" wrap="nowrap">
        <span className="kpi-figure">
          <Money amount={total.amount} currency={costs.currency} isCompact />
        </span>
        <Trend values={trend} />
      </Group>
      <Comparison costs={costs} />
    </>
  );
}
