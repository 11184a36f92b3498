import { Anchor, Table, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../api/current-user.js';
import { budgetPage, urgencyOf, useBudgetStatus } from '../../features/budgets/budget.js';
import { FiguresNote } from '../../features/budgets/FiguresNote.js';
import { StateBadge } from '../../features/budgets/StateBadge.js';
import { UsedBar } from '../../features/budgets/UsedBar.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { Section } from './CostTables.js';

const maxRows = 6;

/** The budgets that are over or at risk this month. */
export function Budgets() {
  const mayEdit = useHasRole('Editor');
  const { data, error, refetch } = useBudgetStatus();
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <TableSkeleton rows={4} />;
  const urgent = data.budget_status
    .filter(({ state }) => state === 'over' || state === 'at_risk')
    .toSorted((one, other) => urgencyOf(one.state) - urgencyOf(other.state));
  if (urgent.length === 0) {
    const count = data.budget_status.length;
    return (
      <section>
        <Title order={2} mb={4}>
          Budgets
        </Title>
        <Text size="sm" c="dimmed">
          {count === 0 ? 'There are no budgets yet.' : 'No budget is over or at risk this month.'}
        </Text>
        {count > 0 && <AllBudgets />}
        {count === 0 && mayEdit && (
          <Anchor component={Link} to="/budgets/new" size="sm">
            New budget
          </Anchor>
        )}
      </section>
    );
  }
  return (
    <>
      <Section title="Budgets over or at risk" headers={['Budget', 'Used', 'State']}>
        {urgent.slice(0, maxRows).map((status) => (
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
      {urgent.length > maxRows && <Text size="sm">{urgent.length - maxRows} more.</Text>}
      <AllBudgets />
    </>
  );
}

const AllBudgets = () => (
  <Anchor component={Link} to="/budgets" size="sm">
    All budgets
  </Anchor>
);
