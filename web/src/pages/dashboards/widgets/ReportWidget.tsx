import { Text } from '@mantine/core';
import type { ComponentType } from 'react';
import { asProblem } from '../../../api/problem.js';
import { useGet } from '../../../api/queries.js';
import type { CostReport } from '../../../features/cost-reports/cost-report.js';
import { formatMoney } from '../../../lib/money.js';
import { ErrorNote } from '../../../parts/ErrorNote.js';
import { ChartSkeleton } from '../../../parts/Skeletons.js';
import { chartHeight } from '../grid-item.js';
import { ChangesWidget } from './ChangesWidget.js';
import { ChartWidget } from './ChartWidget.js';
import type { CostFigures } from './cost-figures.js';
import { KpiWidget } from './KpiWidget.js';
import { SegmentsWidget } from './SegmentsWidget.js';
import { TableWidget } from './TableWidget.js';
import { UnitCostWidget } from './UnitCostWidget.js';
import { useWidgetCosts } from './use-widget-costs.js';

type ReportWidgetProps = Pick<CostFigures, 'item' | 'scope'>;

/** The kinds that show a cost report. */
type CostKind = 'chart' | 'table' | 'kpi' | 'segments' | 'unit_cost' | 'changes';

const figuresOf: Record<CostKind, ComponentType<CostFigures>> = {
  chart: ChartWidget,
  table: TableWidget,
  kpi: KpiWidget,
  segments: SegmentsWidget,
  unit_cost: UnitCostWidget,
  changes: ChangesWidget,
};

/** The figures of a cost report. Each widget loads by itself and has its own errors. */
export function ReportWidget({ item, scope }: ReportWidgetProps) {
  const token = item.widgetable_token!;
  const report = useGet('/v2/cost_reports/{cost_report_token}', {
    path: { cost_report_token: token },
  });
  if (report.error && asProblem(report.error).status === 404) {
    return (
      <Text size="sm" c="dimmed">
        This report was deleted, or you do not have access to it.
      </Text>
    );
  }
  if (report.error) {
    return <ErrorNote error={report.error} onRetry={() => void report.refetch()} />;
  }
  if (report.data?.token !== token) return <ChartSkeleton height={chartHeight(item.height)} />;
  return <LoadedReport item={item} scope={scope} report={report.data} />;
}

function LoadedReport({ item, scope, report }: ReportWidgetProps & { report: CostReport }) {
  const { costs, groupings } = useWidgetCosts(item, report, scope);
  if (costs.error) return <ErrorNote error={costs.error} onRetry={() => void costs.refetch()} />;
  if (!costs.data) return <ChartSkeleton height={chartHeight(item.height)} />;
  const Figures = figuresOf[item.kind as CostKind];
  const missing = costs.data.unconverted_costs ?? [];
  return (
    <div
      className={`widget-body ${costs.isPlaceholderData ? 'stale' : ''}`}
      aria-busy={costs.isPlaceholderData}
    >
      <Figures {...{ item, scope, report, groupings }} costs={costs.data} />
      {missing.length > 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          Not included because an exchange rate is missing:{' '}
          {missing.map(({ amount, currency }) => formatMoney(amount, currency)).join(', ')}.
        </Text>
      )}
    </div>
  );
}
