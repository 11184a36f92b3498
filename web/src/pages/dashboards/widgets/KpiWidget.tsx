import { Group } from '@mantine/core';
import { lastDayOf } from '../../../lib/dates.js';
import { approximate } from '../../../lib/decimal.js';
import { Money } from '../../../parts/figures.js';
import { Comparison } from './Comparison.js';
import type { CostFigures } from './cost-figures.js';
import { Trend } from './Trend.js';

/** The total of a report as one figure, with its change and trend. */
export function KpiWidget({ costs }: CostFigures) {
  const { bins, date_bin: bin, end_date: end, complete_through: through, total } = costs;
  const lastDay = (start: string) => (lastDayOf(start, bin) < end ? lastDayOf(start, bin) : end);
  const complete = bins.filter((start) => through !== null && lastDay(start) <= through).length;
  const trend = total.amounts.slice(0, complete).map(approximate);
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
