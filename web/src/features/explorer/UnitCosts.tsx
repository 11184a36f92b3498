import { Title } from '@mantine/core';
import { type ListAnswer, useGet } from '../../api/queries.js';
import { formatBin } from '../../lib/dates.js';
import { approximate } from '../../lib/decimal.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { Money } from '../../parts/figures.js';
import { Sparkline } from '../../parts/Sparkline.js';
import type { Question } from './question.js';

interface UnitCost {
  business_metric_token: string;
  business_metric_title: string;
  calculation_type: string | null;
  unit_cost_amount: string;
  scale: number;
  date: string;
}

interface Metric {
  key: string;
  title: string;
  isPercentage: boolean;
  values: UnitCost[];
}

interface UnitCostsProps {
  question: Question;
  report: string;
  currency: string;
}

/** What the costs of the report come to per unit of its business metrics. */
export function UnitCosts({ question: { start, end, bin }, report, currency }: UnitCostsProps) {
  const { data } = useGet<ListAnswer>('/v2/unit_costs', {
    cost_report_token: report,
    start_date: start,
    end_date: end,
    date_bin: bin === 'cumulative' ? 'day' : bin,
    order: 'asc',
    limit: 1000,
  });
  const metrics = metricsOf((data?.['unit_costs'] ?? []) as UnitCost[]);
  if (metrics.length === 0) return null;
  return (
    <section aria-label="Unit costs">
      <Title order={2} mb="sm">
        Unit costs
      </Title>
      <DataTable
        label="Unit costs"
        columns={columnsOf(currency, bin)}
        rows={metrics}
        keyOf={({ key }) => key}
      />
    </section>
  );
}

function metricsOf(rows: readonly UnitCost[]): Metric[] {
  const byKey = new Map<string, UnitCost[]>();
  for (const row of rows) {
    const key = `${row.business_metric_token} ${row.scale} ${row.calculation_type}`;
    byKey.set(key, [...(byKey.get(key) ?? []), row]);
  }
  return [...byKey].map(([key, values]) => ({
    key,
    title: titleOf(values[0]!),
    isPercentage: values[0]!.calculation_type === 'gross_margin',
    values,
  }));
}

const titleOf = ({ business_metric_title: title, scale }: UnitCost): string =>
  scale === 1 ? title : `${title}, per ${scale.toLocaleString()}`;

function columnsOf(currency: string, bin: string): Column<Metric>[] {
  return [
    { id: 'metric', header: 'Metric', cell: ({ title }) => title },
    {
      id: 'course',
      header: 'Course',
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
      id: 'of',
      header: 'Of',
      isNumeric: true,
      cell: ({ values }) => formatBin(values.at(-1)!.date, bin),
    },
  ];
}
