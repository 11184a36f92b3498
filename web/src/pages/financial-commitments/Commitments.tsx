import { Button, Stack, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useGet } from '../../api/queries.js';
import { useWorkspace } from '../../api/current-user.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { CommitmentTable } from './CommitmentTable.js';
import { PeriodChoice, usePeriod } from './period.js';
import { Coverage } from './Coverage.js';
import { Simulator } from './Simulator.js';

/** Reservations and savings plans: how far they cover and are used, when they end, what to buy next. */
export function Commitments() {
  const workspace = useWorkspace();
  const query = { workspace_token: workspace?.token };
  const period = usePeriod();
  const status = useGet('/v2/financial_commitments/status', {
    query: { ...query, days: period.days, limit: 1000 },
  });
  return (
    <>
      <PageTitle
        title="Commitments"
        text="Reservations and savings plans in your bills: what they cover, what is unused, when they expire, and what to purchase next."
      >
        <Button component={Link} to="/commitments/reports" variant="default">
          Manage reports
        </Button>
      </PageTitle>
      <PeriodChoice {...period} />
      <Stack gap={40}>
        <Coverage workspace={workspace?.token} period={period} />
        <section aria-labelledby="commitment-list">
          <Title order={2} id="commitment-list" mb="sm">
            Commitments and expiries
          </Title>
          {status.error && <ErrorNote error={status.error} onRetry={() => void status.refetch()} />}
          {status.isPending && <TableSkeleton rows={4} />}
          {status.data?.commitment_status.length === 0 && (
            <EmptyState
              title="No commitments yet"
              text="Reservations and savings plans appear here once a bill has a fee for them."
            />
          )}
          {status.data && status.data.commitment_status.length > 0 && (
            <CommitmentTable status={status.data} />
          )}
        </section>
        <Simulator workspace={workspace?.token} period={period} />
      </Stack>
    </>
  );
}
