import { Grid, Paper, Skeleton, Stack } from '@mantine/core';
import { type ReactNode, Suspense, lazy } from 'react';
import type { PeriodForecast } from '../../features/cost-reports/use-period-forecast.js';
import { IntervalSelect } from '../../features/costs/IntervalSelect.js';
import { useProviders } from '../../features/costs/use-costs.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { ChartSkeleton, TableSkeleton } from '../../parts/Skeletons.js';
import { Attention } from './Attention.js';
import { Budgets } from './Budgets.js';
import { ChargeKinds } from './ChargeKinds.js';
import { CostChart, useChartSeries } from './CostChart.js';
import { LargestChanges, TopCosts } from './CostTables.js';
import { Headline } from './Headline.js';
import { Savings } from './Savings.js';
import { Teams } from './Teams.js';
import { useForecast } from './use-forecast.js';
import { type PeriodCosts, presetOf, useChosenPeriod, usePeriodCosts } from './use-period-costs.js';
import './overview.css';

const GettingStarted = lazy(async () => ({
  default: (await import('../../features/getting-started/GettingStarted.js')).GettingStarted,
}));

/** What was spent, whether that is a lot, and what needs attention; without costs, the ways to import some. */
export function Overview() {
  const providers = useProviders();
  if (providers?.length === 0) {
    return (
      <Suspense fallback={<TableSkeleton />}>
        <GettingStarted />
      </Suspense>
    );
  }
  return <Costs />;
}

function Costs() {
  const chosen = useChosenPeriod();
  const { period, costs, isStale, error, refetch } = usePeriodCosts(chosen);
  const forecast = useForecast(period);
  return (
    <>
      <PageTitle title="Overview">
        <IntervalSelect
          value={chosen.name ?? presetOf(period)}
          onChange={chosen.choose}
          days={{ range: period, onChange: chosen.chooseDays }}
        />
      </PageTitle>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 4 }} order={{ lg: 2 }}>
          <Stack gap="lg" h="100%">
            <Paper withBorder p="md" flex={1}>
              <Attention />
            </Paper>
            <Paper withBorder p="md">
              <Savings />
            </Paper>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 8 }} order={{ lg: 1 }}>
          <Paper withBorder p="md" h="100%" className={isStale ? 'stale' : undefined}>
            <Stack gap="md">
              {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
              {costs && (
                <Headline {...costs} forecastThrough={period.forecastThrough} forecast={forecast} />
              )}
              {!costs && !error && <Skeleton height={134} />}
              <ChargeKinds period={period} />
              {costs && <Chart {...costs} forecast={forecast?.days} />}
              {!costs && !error && <ChartSkeleton height={300} />}
            </Stack>
          </Paper>
        </Grid.Col>
        {costs && <Tables {...costs} />}
        <Half>
          <Teams period={period} />
        </Half>
        <Half>
          <Budgets />
        </Half>
      </Grid>
    </>
  );
}

function Chart(props: PeriodCosts & { forecast: PeriodForecast['days'] | undefined }) {
  return <CostChart {...props} {...useChartSeries(props)} />;
}

function Tables(props: PeriodCosts) {
  return (
    <>
      <Half>
        <LargestChanges {...props} />
      </Half>
      <Half>
        <TopCosts title="Top services" {...props} drawn={useChartSeries(props)} />
      </Half>
    </>
  );
}

/** A card of half the width. */
const Half = ({ children }: { children: ReactNode }) => (
  <Grid.Col span={{ base: 12, md: 6 }} order={3}>
    <Paper withBorder p="md" h="100%">
      {children}
    </Paper>
  </Grid.Col>
);
