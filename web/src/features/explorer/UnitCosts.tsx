import { Title } from '@mantine/core';
import { useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import { formatBin } from '../../lib/dates.js';
import { approximate } from '../../lib/decimal.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { Money } from '../../parts/figures.js';
import { Sparkline } from '../../parts/Sparkline.js';
import { apiBin } from '../costs/use-costs.js';
import type { ExplorerQuery } from './explorer-query.js';

type UnitCost = Schemas['UnitCost'];

interface Metric {
  key: string;
  title: string;
  isPercentage: boolean;
  values: UnitCost[];
}

interface UnitCostsProps {
  query: ExplorerQuery;
  report: string;
  currency: string;
}

/** The costs of a report per unit of its business metrics. */
export function UnitCosts({ query: { start, end, bin }, report, currency }: UnitCostsProps) {
  const { data } = useGet('/v2/unit_costs', {
    query: {
      cost_report_token: report,
      start_date: start,
      end_date: end,
      date_bin: apiBin(bin),
      order: 'asc',
      limit: 1000,
    },
  });
  const metrics = metricsOf(data?.unit_costs ?? []);
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
      cell: ({ values }) => formatBin(values.at(-1)!.date, bin),
    },
  ];
}
