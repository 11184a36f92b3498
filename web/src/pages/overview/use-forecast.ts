import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import type { PeriodForecast } from '../../features/cost-reports/use-period-forecast.js';
import type { Period } from './use-period-costs.js';

/** The forecast of a period that is not over; undefined until it is known whether there is one, null without one. */
export function useForecast({ start, forecastThrough }: Period): PeriodForecast | null | undefined {
  const workspace = useWorkspace();
  const { data, isError, isPlaceholderData } = useGet(
    '/console/period_forecast',
    {
      query: {
        workspace_token: workspace?.token,
        start_date: start,
        end_date: forecastThrough,
      },
    },
    { enabled: workspace !== undefined && forecastThrough !== undefined },
  );
  if (isError || forecastThrough === undefined) return null;
  // Placeholder data are those of another period.
  const forecast = isPlaceholderData ? undefined : data?.period_forecast;
  return forecast?.forecast === null ? null : forecast;
}
