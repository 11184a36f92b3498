import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import {
  type PeriodForecast,
  usePeriodForecast,
} from '../../features/cost-reports/use-period-forecast.js';
import { firstOfMonth, lastOfMonth } from '../../lib/dates.js';

/** The forecast of the month of a day; undefined until it is known whether there is one, null without one. */
export function useMonthForecast(day: string): PeriodForecast | null | undefined {
  const report = useUnfilteredReport();
  const month = { start: firstOfMonth(day), end: lastOfMonth(day) };
  const { data, isError } = usePeriodForecast(report, month);
  if (report === null || isError || data?.forecast === null) return null;
  return data;
}

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
