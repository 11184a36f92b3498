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
import { movesOf } from './moves.js';
import { Movers, TopCosts } from './MoveTables.js';
import { Teams } from './Teams.js';
import { useMonth } from './use-month.js';

const GettingStarted = lazy(async () => ({
  default: (await import('../../features/getting-started/GettingStarted.js')).GettingStarted,
}));

const grouping = 'service';

/** The month at a glance; without costs, how to bring some in. */
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
  const { query, earlier, now, before } = useMonth([grouping]);
  const moves = now.data && movesOf(now.data, before.data, grouping, names);
  const currency = now.data?.total_cost.currency ?? 'USD';
  return (
    <Stack gap="lg">
      <PageTitle title="Overview" />
      {now.error && <ErrorNote error={now.error} onRetry={() => void now.refetch()} />}
      {now.data ? (
        <MonthFigures now={now.data} before={before.data} query={query} earlier={earlier} />
      ) : (
        <Skeleton height={64} />
      )}
      {now.data ? (
        <DailyBars now={now.data} before={before.data} query={query} earlier={earlier} />
      ) : (
        <ChartSkeleton height={140} />
      )}
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 6 }}>
          {before.data && moves ? (
            <Movers moves={moves} currency={currency} />
          ) : (
            <TableSkeleton rows={6} />
          )}
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          {now.data && moves ? (
            <TopCosts
              title="Top services"
              moves={moves}
              total={now.data.total_cost.amount}
              currency={currency}
              query={query}
              grouping={grouping}
            />
          ) : (
            <TableSkeleton rows={6} />
          )}
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          {/* After what stands above it: tags and their costs are the dearest query here. */}
          {before.data ? <Teams names={names} /> : <TableSkeleton rows={6} />}
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Freshness names={names} />
        </Grid.Col>
      </Grid>
    </Stack>
  );
}
