import { Grid, Skeleton, Stack } from '@mantine/core';
import { Suspense, lazy } from 'react';
import { useProviders } from '../../features/costs/use-costs.js';
import { useNames } from '../../features/costs/use-names.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { ChartSkeleton, TableSkeleton } from '../../parts/Skeletons.js';
import { DailyBars } from './DailyBars.js';
import { Freshness } from './Freshness.js';
import { MonthFigures } from './MonthFigures.js';
import { costChangesOf } from './cost-changes.js';
import { LargestChanges, TopCosts } from './CostTables.js';
import { Teams } from './Teams.js';
import { useMonth } from './use-month.js';

const GettingStarted = lazy(async () => ({
  default: (await import('../../features/getting-started/GettingStarted.js')).GettingStarted,
}));

const grouping = 'service';

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
  const { query, previousQuery, current, previous } = useMonth([grouping]);
  const changes = current.data && costChangesOf(current.data, previous.data, grouping, names);
  const currency = current.data?.total_cost.currency ?? 'USD';
  const month = current.data && {
    current: current.data,
    previous: previous.data,
    query,
    previousQuery,
  };
  return (
    <Stack gap="lg">
      <PageTitle title="Overview" />
      {current.error && <ErrorNote error={current.error} onRetry={() => void current.refetch()} />}
      {month ? <MonthFigures {...month} /> : <Skeleton height={64} />}
      {month ? <DailyBars {...month} /> : <ChartSkeleton height={140} />}
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 6 }}>
          {previous.data && changes ? (
            <LargestChanges changes={changes} currency={currency} />
          ) : (
            <TableSkeleton rows={6} />
          )}
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          {current.data && changes ? (
            <TopCosts
              title="Top services"
              changes={changes}
              total={current.data.total_cost.amount}
              currency={currency}
              query={query}
              grouping={grouping}
            />
          ) : (
            <TableSkeleton rows={6} />
          )}
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          {/* Loaded last: costs by tag are the most expensive query of this page. */}
          {previous.data ? <Teams names={names} /> : <TableSkeleton rows={6} />}
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Freshness names={names} />
        </Grid.Col>
      </Grid>
    </Stack>
  );
}
