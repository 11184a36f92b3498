import { useMemo } from 'react';
import { type CostReport, splitGroupings } from '../../../features/cost-reports/cost-report.js';
import { useReportSeries } from '../../../features/cost-reports/use-report-costs.js';
import type { LayoutItem } from '../../../features/dashboards/layout.js';
import type { WidgetScope } from '../view.js';

/** Which costs of its report a widget shows, as parameters of the API; undefined until that is known. */
export function widgetParameters(item: LayoutItem, report: CostReport, scope: WidgetScope) {
  const { dashboard, range, filter } = scope;
  if (filter === undefined) return undefined;
  // A widget with dates of its own keeps the filters of the dashboard.
  const own = { start: report.start_date, end: report.end_date };
  const dates = item.follows_dates ? range : own;
  return {
    ...(dashboard && { dashboard_token: dashboard.token }),
    ...(dates && { start_date: dates.start, end_date: dates.end }),
    ...(filter && { filter }),
  };
}

/** The costs of a widget, compared with those of the view's earlier range. */
export function useWidgetCosts(item: LayoutItem, report: CostReport, scope: WidgetScope) {
  const groupings = useMemo(() => groupingsOf(report), [report]);
  const parameters = widgetParameters(item, report, scope);
  const costs = useReportSeries(
    report.token,
    parameters && { ...parameters, groupings },
    scope.compareTo,
  );
  return { costs, groupings };
}

/** A report without groupings has one series of all its costs; the API groups by something. */
function groupingsOf({ groupings }: CostReport): string[] {
  const own = splitGroupings(groupings);
  return own.length > 0 ? own : ['provider'];
}
