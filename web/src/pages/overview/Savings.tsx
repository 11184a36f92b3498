import { Anchor, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { ExamplePrices } from '../../features/recommendations/ExamplePrices.js';
import { formatNumber, formatShare } from '../../lib/money.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Money } from '../../parts/figures.js';
import { TableSkeleton } from '../../parts/Skeletons.js';

/** What open recommendations would save, as on their own page, whichever period is shown. */
export function Savings() {
  const workspace = useWorkspace();
  const { data, error, refetch } = useGet(
    '/console/savings',
    { query: { workspace_token: workspace?.token } },
    { enabled: workspace !== undefined },
  );
  return (
    <Stack component="section" gap={4} aria-label="Savings">
      <Title order={2}>Savings available now</Title>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {!data && !error && <TableSkeleton rows={2} />}
      {data && data.resources === 0 && (
        <Text size="sm" c="dimmed">
          No open recommendation saves anything.
        </Text>
      )}
      {data && data.resources > 0 && (
        <>
          <Text fz={20} fw={600}>
            <Money amount={data.available} currency={data.currency_code} />{' '}
            <Text span size="sm" c="dimmed" fw={400}>
              per month
            </Text>{' '}
            {data.uses_example_prices && <ExamplePrices />}
          </Text>
          <Text size="xs" c="dimmed">
            {formatShare(data.available, data.cost)} of the{' '}
            <Money amount={data.cost} currency={data.currency_code} /> that{' '}
            {data.resources === 1
              ? '1 resource costs'
              : `${formatNumber(data.resources)} resources cost`}{' '}
            per month.
          </Text>
        </>
      )}
      <Anchor component={Link} to="/recommendations" size="sm">
        All recommendations
      </Anchor>
    </Stack>
  );
}
