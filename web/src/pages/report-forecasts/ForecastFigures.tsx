import { Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { CostReport } from '../../features/cost-reports/cost-report.js';
import {
  describeForecast,
  type PeriodForecast,
  usePeriodForecast,
} from '../../features/cost-reports/use-period-forecast.js';
import { useReportCosts } from '../../features/cost-reports/use-report-costs.js';
import {
  addDays,
  firstOfMonth,
  formatBin,
  formatDateRange,
  formatDay,
  lastOfMonth,
  today,
} from '../../lib/dates.js';
import { sumOf } from '../../lib/decimal.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Figure, Money } from '../../parts/figures.js';
import { ChartSkeleton } from '../../parts/Skeletons.js';
import { ForecastChart } from './ForecastChart.js';

const daysBack = 60;
const daysAhead = 90;

/** Recent costs of a report and the forecast that it shows: of this month, and of the days ahead. */
export function ForecastFigures({ report }: { report: CostReport }) {
  const day = today();
  const [start, end] = [addDays(day, -daysBack), addDays(day, daysAhead)];
  const past = useReportCosts(report.token, {
    start_date: start,
    end_date: day,
    date_bin: 'day',
    groupings: ['provider'],
  });
  const month = usePeriodForecast(report.token, {
    start: firstOfMonth(day),
    end: lastOfMonth(day),
  });
  const ahead = usePeriodForecast(report.token, { start, end });
  const actual = useMemo(
    () => (past.data && ahead.data ? completeDays(past.data.costs, ahead.data) : undefined),
    [past.data, ahead.data],
  );
  const error = past.error ?? month.error ?? ahead.error;
  if (error) return <ErrorNote error={error} />;
  if (!actual || !month.data || !ahead.data) return <ChartSkeleton height={340} />;
  const { days, currency, forecast, forecast_from: from } = ahead.data;
  if (forecast === null || from === null) {
    return (
      <Text c="dimmed">
        There is no forecast yet. It needs a few weeks of costs and is computed in the background.
      </Text>
    );
  }
  const isBaseline = days.some((each) => each.lower_amount !== null);
  const isStale = [past, month, ahead].some((each) => each.isPlaceholderData);
  return (
    <section aria-label="Forecast of the report" className={isStale ? 'stale' : ''}>
      <Group gap="xl" mb="sm">
        {month.data.forecast && (
          <Figure
            label={`${formatBin(day, 'month')}, billed and forecast`}
            help={describeForecast(month.data)}
          >
            <Money amount={month.data.forecast} currency={currency} isCompact />
          </Figure>
        )}
        <Figure
          label={`${isBaseline ? 'Baseline' : 'Planned forecast'}, ${formatDateRange(from, end)}`}
          help="Each day with what is billed or forecast, whichever is larger."
        >
          <Money amount={sumOf(days.map(({ amount }) => amount))} currency={currency} isCompact />
        </Figure>
      </Group>
      <ForecastChart
        label={`Costs and forecast of ${report.title} by day`}
        actual={actual}
        forecast={days}
        currency={currency}
      />
      <Text size="xs" c="dimmed">
        Solid: costs of complete days. Dashed: forecast from {formatDay(from)} on.
        {isBaseline && ' Shaded: 80% range of the forecast.'} Days are in UTC.
      </Text>
    </section>
  );
}

/** The costs of the days that are not forecast. */
function completeDays(
  costs: readonly { accrued_at: string; amount: string }[],
  { forecast_from: from }: PeriodForecast,
): Map<string, string> {
  const complete = [...byDay(costs)].filter(([day]) => from === null || day < from);
  return new Map(complete);
}

function byDay(costs: readonly { accrued_at: string; amount: string }[]): Map<string, string> {
  const days = new Map<string, string>();
  for (const { accrued_at: at, amount } of costs) {
    const day = at.slice(0, 10);
    days.set(day, sumOf([days.get(day) ?? '0', amount]));
  }
  return days;
}
