import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import {
  type ForecastedCost,
  useForecastedCosts,
} from '../../features/cost-reports/use-forecasted-costs.js';
import { lastOfMonth, today } from '../../lib/dates.js';

/** The forecast for the remaining days of this month, where a report without filters has one. */
export const useMonthForecast = (): ForecastedCost[] =>
  useForecastedCosts(useUnfilteredReport(), lastOfMonth(today()));

/** The first report of the workspace without any filter, such as the one created with the workspace. */
function useUnfilteredReport(): string | undefined {
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
