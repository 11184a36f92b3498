import { useMemo } from 'react';
import { useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import { formatCompactMoney } from '../../lib/money.js';
import type { SecondLine } from '../../parts/chart/chart-data.js';
import type { CostReport } from '../cost-reports/cost-report.js';
import { useParametersOf } from '../costs/use-costs.js';
import type { ExplorerQuery } from './explorer-query.js';
import type { Scope } from './scope.js';

type UnitCost = Schemas['UnitCost'];

export interface UnitMetric {
  key: string;
  token: string;
  title: string;
  isPercentage: boolean;
  values: UnitCost[];
}

/** The unit costs of a report by business metric; none for reports without metrics. */
export function useUnitCosts(
  query: ExplorerQuery,
  scope: Scope,
  report: CostReport | undefined,
): UnitMetric[] {
  const parameters = useParametersOf()({ ...query, ...scope });
  const { groupings: _, ...ungrouped } = parameters ?? {};
  const hasMetrics = (report?.business_metric_tokens_with_metadata.length ?? 0) > 0;
  const { data } = useGet(
    '/v2/unit_costs',
    {
      query: {
        ...ungrouped,
        cost_report_token: report?.token ?? '',
        order: 'asc',
        limit: 1000,
      },
    },
    { enabled: hasMetrics && parameters !== undefined },
  );
  return useMemo(() => metricsOf(data?.unit_costs ?? []), [data]);
}

function metricsOf(rows: readonly UnitCost[]): UnitMetric[] {
  const byKey = new Map<string, UnitCost[]>();
  for (const row of rows) {
    const key = `${row.business_metric_token} ${row.scale} ${row.calculation_type}`;
    byKey.set(key, [...(byKey.get(key) ?? []), row]);
  }
  return [...byKey].map(([key, values]) => ({
    key,
    token: values[0]!.business_metric_token,
    title: titleOf(values[0]!),
    isPercentage: values[0]!.calculation_type === 'gross_margin',
    values,
  }));
}

const titleOf = ({ business_metric_title: title, scale }: UnitCost): string =>
  scale === 1 ? title : `${title}, per ${scale.toLocaleString()}`;

/** Unit costs as a line over the bins of a chart. */
export function unitLine(
  {
    title,
    values,
    isPercentage,
  }: Pick<UnitMetric, 'title' | 'isPercentage'> & {
    values: readonly Pick<UnitCost, 'date' | 'unit_cost_amount'>[];
  },
  bins: readonly string[],
  currency: string,
): SecondLine {
  const amounts = new Map(values.map((each) => [each.date, each.unit_cost_amount]));
  return {
    name: `Unit cost: ${title}`,
    amounts: bins.map((bin) => amounts.get(bin) ?? null),
    format: (amount) =>
      isPercentage ? `${formatCompactMoney(amount, '')} %` : formatCompactMoney(amount, currency),
  };
}
