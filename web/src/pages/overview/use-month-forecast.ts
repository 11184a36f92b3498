import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import type { ForecastedCost } from '../../features/cost-reports/use-forecasted-costs.js';
import { lastOfMonth, today } from '../../lib/dates.js';

/** The forecast for the remaining days of this month; undefined until it is known whether there is one. */
export function useMonthForecast(): ForecastedCost[] | undefined {
  const report = useUnfilteredReport();
  const end = lastOfMonth(today());
  const isLastDay = end === today();
  const { data, isError } = useGet(
    '/v2/cost_reports/{cost_report_token}/forecasted_costs',
    {
      path: { cost_report_token: report ?? '' },
      query: { end_date: end, provider: 'all', service: 'all', limit: 1000 },
    },
    { enabled: typeof report === 'string' && !isLastDay },
  );
  if (report === null || isLastDay || isError) return none;
  return data?.forecasted_costs;
}

const none: ForecastedCost[] = [];

/** The first report of the workspace without any filter, such as the one created with the workspace; null without one. */
function useUnfilteredReport(): string | null | undefined {
  const workspace = useWorkspace();
  const { data } = useGet(
    '/v2/cost_reports',
    { query: { workspace_token: workspace?.token } },
    { enabled: workspace !== undefined },
  );
  const isUnfiltered = (report: Report) =>
    report.filter === null && report.saved_filter_tokens.length === 0 && !report.folder_token;
  return data && (data.cost_reports.find(isUnfiltered)?.token ?? null);
}

interface Report {
  filter: string | null;
  saved_filter_tokens: string[];
  folder_token: string | null;
}
