import { Title } from '@mantine/core';
import type { DateRange } from '../../../../src/platform/lib/date-intervals.js';
import { binLabel } from '../../lib/bin-days.js';
import { approximate } from '../../lib/decimal.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { Money } from '../../parts/figures.js';
import { Sparkline } from '../../parts/Sparkline.js';
import type { UnitMetric } from './use-unit-costs.js';

interface UnitCostsProps {
  metrics: readonly UnitMetric[];
  bin: string;
  /** The dates of the query. */
  range: DateRange;
  currency: string;
}

/** The costs of a report per unit of its business metrics. */
export function UnitCosts({ metrics, bin, range, currency }: UnitCostsProps) {
  if (metrics.length === 0) return null;
  return (
    <section aria-label="Unit costs">
      <Title order={2} mb="sm">
        Unit costs
      </Title>
      <DataTable
        label="Unit costs by metric"
        columns={columnsOf(currency, bin, range)}
        rows={metrics}
        keyOf={({ key }) => key}
      />
    </section>
  );
}

function columnsOf(currency: string, bin: string, range: DateRange): Column<UnitMetric>[] {
  return [
    { id: 'metric', header: 'Metric', cell: ({ title }) => title },
    {
      id: 'trend',
      header: 'Trend',
      cell: ({ values }) => (
        <Sparkline values={values.map((each) => approximate(each.unit_cost_amount))} />
      ),
    },
    {
      id: 'latest',
      header: 'Latest',
      isNumeric: true,
      cell: ({ values, isPercentage }) => (
        <>
          <Money amount={values.at(-1)!.unit_cost_amount} currency={isPercentage ? '' : currency} />
          {isPercentage && '%'}
        </>
      ),
    },
    {
      id: 'date',
      header: 'Date',
      isNumeric: true,
      cell: ({ values }) => binLabel(values.at(-1)!.date, bin, range),
    },
  ];
}
