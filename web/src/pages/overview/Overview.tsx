import { Grid, Skeleton, Stack } from '@mantine/core';
import { Suspense, lazy } from 'react';
import { useProviders } from '../../features/costs/use-costs.js';
import { useNames } from '../../features/costs/use-names.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { ChartSkeleton, TableSkeleton } from '../../parts/Skeletons.js';
import { MonthChart } from './MonthChart.js';
import { Freshness } from './Freshness.js';
import { MonthFigures } from './MonthFigures.js';
import { LargestChanges, TopCosts } from './CostTables.js';
import { Teams } from './Teams.js';
import { useMonth } from './use-month.js';

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
  const names = useNames({ hasAccounts: false });
  const { month, error, refetch } = useMonth('service');
  return (
    <Stack gap="lg">
      <PageTitle title="Overview" />
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {month ? <MonthFigures {...month} /> : <Skeleton height={64} />}
      {month ? <MonthChart {...month} names={names} /> : <ChartSkeleton height={280} />}
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 6 }}>
          {month ? <LargestChanges {...month} names={names} /> : <TableSkeleton rows={6} />}
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          {month ? (
            <TopCosts title="Top services" {...month} names={names} />
          ) : (
            <TableSkeleton rows={6} />
          )}
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          {/* Loaded last: costs by tag are the most expensive query of this page. */}
          {month ? <Teams names={names} /> : <TableSkeleton rows={6} />}
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Freshness />
        </Grid.Col>
      </Grid>
    </Stack>
  );
}
