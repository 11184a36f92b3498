import { Grid, Paper, Skeleton, Stack } from '@mantine/core';
import { type ReactNode, Suspense, lazy } from 'react';
import { useProviders } from '../../features/costs/use-costs.js';
import { useNames } from '../../features/costs/use-names.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { ChartSkeleton, TableSkeleton } from '../../parts/Skeletons.js';
import { Anomalies } from './Anomalies.js';
import { Budgets } from './Budgets.js';
import { MonthChart, useMonthSeries } from './MonthChart.js';
import { Freshness } from './Freshness.js';
import { MonthFigures } from './MonthFigures.js';
import { LargestChanges, TopCosts } from './CostTables.js';
import { Teams } from './Teams.js';
import { type Month as MonthData, useMonth } from './use-month.js';

const GettingStarted = lazy(async () => ({
  default: (await import('../../features/getting-started/GettingStarted.js')).GettingStarted,
}));

/** The current month; without costs, the ways to import some. */
export function Overview() {
  const providers = useProviders();
  if (providers?.length === 0) {
    return (
      <Suspense fallback={<TableSkeleton />}>
        <GettingStarted />
      </Suspense>
    );
  }
  return <Month />;
}

function Month() {
  const { month, error, refetch } = useMonth('service');
  return (
    <Stack gap="lg">
      <PageTitle title="Overview" />
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {month ? <MonthCosts month={month} /> : !error && <MonthSkeleton />}
    </Stack>
  );
}

function MonthCosts({ month }: { month: MonthData }) {
  const names = useNames({ hasAccounts: false });
  const drawn = useMonthSeries(month, names);
  return (
    <>
      <Paper withBorder p="md">
        <Stack gap="md">
          <MonthFigures {...month} />
          <MonthChart {...month} {...drawn} names={names} />
        </Stack>
      </Paper>
      <Grid gap="lg">
        <Half>
          <LargestChanges {...month} names={names} />
        </Half>
        <Half>
          <TopCosts title="Top services" {...month} drawn={drawn} names={names} />
        </Half>
        <Half>
          <Teams names={names} />
        </Half>
        <Half>
          <Budgets />
        </Half>
        <Half>
          <Anomalies />
        </Half>
        <Half>
          <Freshness />
        </Half>
      </Grid>
    </>
  );
}

/** A card of half the width. */
const Half = ({ children }: { children: ReactNode }) => (
  <Grid.Col span={half}>
    <Paper withBorder p="md" h="100%">
      {children}
    </Paper>
  </Grid.Col>
);

const half = { base: 12, md: 6 };

const MonthSkeleton = () => (
  <>
    <Skeleton height={64} />
    <ChartSkeleton height={280} />
    <TableSkeleton rows={6} />
  </>
);
