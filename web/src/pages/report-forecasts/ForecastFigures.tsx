import { Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useGet } from '../../api/queries.js';
import type { CostReport } from '../../features/cost-reports/cost-report.js';
import { useReportCosts } from '../../features/cost-reports/use-report-costs.js';
import { addDays, formatDay, today } from '../../lib/dates.js';
import { sumOf } from '../../lib/decimal.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Money } from '../../parts/figures.js';
import { ChartSkeleton } from '../../parts/Skeletons.js';
import { ForecastChart } from './ForecastChart.js';

const daysBack = 60;
const daysAhead = 90;

/** Recent costs of a report and the forecast that it shows. */
export function ForecastFigures({ report }: { report: CostReport }) {
  const day = today();
  const past = useReportCosts(report.token, {
    start_date: addDays(day, -daysBack),
    end_date: addDays(day, -1),
    date_bin: 'day',
    groupings: ['provider'],
  });
  const forecast = useGet('/v2/cost_reports/{cost_report_token}/forecasted_costs', {
    path: { cost_report_token: report.token },
    query: { provider: 'all', end_date: addDays(day, daysAhead), limit: 1000 },
  });
  const actual = useMemo(() => (past.data ? byDay(past.data.costs) : undefined), [past.data]);
  const error = past.error ?? forecast.error;
  if (error) return <ErrorNote error={error} />;
  if (!actual || !forecast.data) return <ChartSkeleton height={340} />;
  const { forecasted_costs: days, currency } = forecast.data;
  const isBaseline = days.some((each) => each.lower_amount !== null);
  if (days.length === 0) {
    return (
      <Text c="dimmed">
        There is no forecast yet. It needs a few weeks of costs and is computed in the background.
      </Text>
    );
  }
  return (
    <section
      aria-label="Forecast of the report"
      className={past.isPlaceholderData || forecast.isPlaceholderData ? 'stale' : ''}
    >
      <Group gap="xl" mb="sm">
        <div>
          <Text size="xs" c="dimmed">
            {isBaseline ? 'Baseline' : 'Planned forecast'} through{' '}
            {formatDay(addDays(day, daysAhead))}
          </Text>
          <Text fz={28} fw={600}>
            <Money amount={sumOf(days.map(({ amount }) => amount))} currency={currency} isCompact />
          </Text>
        </div>
      </Group>
      <ForecastChart
        label={`Costs and forecast of ${report.title} by day`}
        actual={actual}
        forecast={days}
        currency={currency}
      />
      <Text size="xs" c="dimmed">
        Solid: costs of the last {daysBack} days. Dashed: forecast.
        {isBaseline && ' Shaded: 80% range of the forecast.'} Days are in UTC.
      </Text>
    </section>
  );
}

function byDay(costs: readonly { accrued_at: string; amount: string }[]): Map<string, string> {
  const days = new Map<string, string>();
  for (const { accrued_at: at, amount } of costs) {
    const day = at.slice(0, 10);
    days.set(day, sumOf([days.get(day) ?? '0', amount]));
  }
  return days;
}
