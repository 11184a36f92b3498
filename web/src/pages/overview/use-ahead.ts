import { type ListAnswer, useGet } from '../../api/queries.js';
import { useWorkspace } from '../../api/who.js';
import type { CostReport } from '../../features/cost-reports/cost-report.js';
import {
  type ForecastedCost,
  useForecastedDays,
} from '../../features/cost-reports/use-forecasted-days.js';
import { lastOfMonth, today } from '../../lib/dates.js';

/** The days to come of this month, where a report over everything has a forecast. */
export const useAhead = (): ForecastedCost[] =>
  useForecastedDays(useReportOverAll(), lastOfMonth(today()));

/** The report that every workspace is born with, or another one without any filter. */
function useReportOverAll(): string | undefined {
  const workspace = useWorkspace();
  const { data } = useGet<ListAnswer>(
    '/v2/cost_reports',
    { workspace_token: workspace?.token },
    { enabled: workspace !== undefined },
  );
  const reports = (data?.['cost_reports'] ?? []) as CostReport[];
  return reports.find(
    ({ filter, saved_filter_tokens: saved, folder_token: folder }) =>
      filter === null && saved.length === 0 && folder === null,
  )?.token;
}
