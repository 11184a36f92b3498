import type { CostReport } from '../../features/cost-reports/cost-report.js';
import { usePeriodForecast } from '../../features/cost-reports/use-period-forecast.js';
import { firstOfMonth, formatBin, lastOfMonth, today } from '../../lib/dates.js';
import { toCents } from '../../lib/decimal.js';

interface SuggestedAmount {
  amount: string;
  /** `The amount is the forecast of Nov 2026.` */
  source: string;
}

/** What a month of a report is expected to cost; without a forecast, what the previous month did. */
export function useSuggestedAmount(report: CostReport | undefined) {
  const [month, previous] = [firstOfMonth(today()), firstOfMonth(today(), -1)];
  const current = usePeriodForecast(report?.token, { start: month, end: lastOfMonth(month) });
  const earlier = usePeriodForecast(report?.token, { start: previous, end: lastOfMonth(previous) });
  return {
    isLoading: report !== undefined && (current.isLoading || earlier.isLoading),
    suggested:
      suggestionOf(
        current.data?.forecast,
        `The amount is the forecast of ${formatBin(month, 'month')}.`,
      ) ??
      suggestionOf(earlier.data?.spend, `The amount is that of ${formatBin(previous, 'month')}.`),
  };
}

/** Nothing costs nothing: a budget of zero or less is no suggestion. */
const suggestionOf = (
  amount: string | null | undefined,
  source: string,
): SuggestedAmount | undefined =>
  amount && Number(amount) > 0 ? { amount: toCents(amount), source } : undefined;
