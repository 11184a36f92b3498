import type { CostReport } from '../../../features/cost-reports/cost-report.js';
import type { CostSeries } from '../../../features/costs/use-cost-series.js';
import type { LayoutItem } from '../../../features/dashboards/layout.js';
import type { WidgetScope } from '../view.js';

/** What a kind of widget shows. */
export interface CostFigures {
  item: LayoutItem;
  scope: WidgetScope;
  report: CostReport;
  costs: CostSeries;
  groupings: readonly string[];
}
