import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { budgetPage, urgencyOf, useBudgetStatus } from '../../../features/budgets/budget.js';
import { FiguresNote } from '../../../features/budgets/FiguresNote.js';
import { StateBadge } from '../../../features/budgets/StateBadge.js';
import { UsedBar } from '../../../features/budgets/UsedBar.js';
import { formatMoney } from '../../../lib/money.js';
import { ErrorNote } from '../../../parts/ErrorNote.js';
import { TableSkeleton } from '../../../parts/Skeletons.js';

/** The budgets of the workspace this month, the most urgent first. The dates of the dashboard do not apply. */
export function BudgetsWidget() {
  const { data, error, refetch } = useBudgetStatus();
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <TableSkeleton rows={4} />;
  if (data.budget_status.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        There are no budgets yet.
      </Text>
    );
  }
  const rows = data.budget_status.toSorted(
    (one, other) => urgencyOf(one.state) - urgencyOf(other.state),
  );
  return (
    <>
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {rows.map((status) => (
          <li key={status.budget_token}>
            <Group justify="space-between" gap="sm">
              <Anchor component={Link} to={budgetPage(status.budget_token)} size="sm">
                {status.name}
              </Anchor>
              <StateBadge state={status.state} />
            </Group>
            {status.spend !== null && status.amount !== null && (
              <Text size="xs" c="dimmed">
                {formatMoney(status.spend, data.currency)} of{' '}
                {formatMoney(status.amount, data.currency)} this month
              </Text>
            )}
            <UsedBar {...status} />
          </li>
        ))}
      </Stack>
      <FiguresNote {...data} />
    </>
  );
}
