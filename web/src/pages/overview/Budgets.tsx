import { Anchor, Table, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../api/current-user.js';
import { budgetPage, urgencyOf, useBudgetStatus } from '../../features/budgets/budget.js';
import { FiguresNote } from '../../features/budgets/FiguresNote.js';
import { StateBadge } from '../../features/budgets/StateBadge.js';
import { UsedBar } from '../../features/budgets/UsedBar.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { Section, maxRows } from './CostTables.js';

/** How much of the budgets of this month is spent, the most urgent first, whichever period is shown. */
export function Budgets() {
  const mayEdit = useHasRole('Editor');
  const { data, error, refetch } = useBudgetStatus();
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <TableSkeleton rows={4} />;
  const sorted = data.budget_status.toSorted(
    (one, other) => urgencyOf(one.state) - urgencyOf(other.state),
  );
  if (sorted.length === 0) {
    return (
      <section>
        <Title order={2} mb={4}>
          Budgets
        </Title>
        <Text size="sm" c="dimmed">
          There are no budgets yet.
        </Text>
        {mayEdit && (
          <Anchor component={Link} to="/budgets/new" size="sm">
            New budget
          </Anchor>
        )}
      </section>
    );
  }
  return (
    <>
      <Section title="Budgets this month" headers={['Budget', 'Used', 'State']}>
        {sorted.slice(0, maxRows).map((status) => (
          <Table.Tr key={status.budget_token}>
            <Table.Td>
              <Anchor component={Link} to={budgetPage(status.budget_token)} inherit>
                {status.name}
              </Anchor>
            </Table.Td>
            <Table.Td className="numeric">
              <UsedBar {...status} />
            </Table.Td>
            <Table.Td className="numeric">
              <StateBadge state={status.state} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Section>
      <FiguresNote {...data} />
      {sorted.length > maxRows && <Text size="sm">{sorted.length - maxRows} more.</Text>}
      <AllBudgets />
    </>
  );
}

const AllBudgets = () => (
  <Anchor component={Link} to="/budgets" size="sm">
    All budgets
  </Anchor>
);
