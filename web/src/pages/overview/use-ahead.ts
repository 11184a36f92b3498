import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import {
  type ForecastedCost,
  useForecastedCosts,
} from '../../features/cost-reports/use-forecasted-costs.js';
import { lastOfMonth, today } from '../../lib/dates.js';

/** The days to come of this month, where a report over everything has a forecast. */
export const useAhead = (): ForecastedCost[] =>
  useForecastedCosts(useReportOverAll(), lastOfMonth(today()));

/** The report that every workspace is born with, or another one without any filter. */
function useReportOverAll(): string | undefined {
  const workspace = useWorkspace();
  const { data } = useGet(
    '/v2/cost_reports',
    { query: { workspace_token: workspace?.token } },
    { enabled: workspace !== undefined },
  );
  return data?.cost_reports.find(
    ({ filter, saved_filter_tokens: saved, folder_token: folder }) =>
      filter === null && saved.length === 0 && folder === null,
  )?.token;
}
