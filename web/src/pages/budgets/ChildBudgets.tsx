import { Anchor, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import {
  type Budget,
  type BudgetStatus,
  budgetPage,
  useBudgetStatus,
} from '../../features/budgets/budget.js';
import { StateBadge } from '../../features/budgets/StateBadge.js';
import { UsedBar } from '../../features/budgets/UsedBar.js';
import { approximate, sumOf } from '../../lib/decimal.js';
import { formatShare } from '../../lib/money.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Money } from '../../parts/figures.js';
import { TableSkeleton } from '../../parts/Skeletons.js';

/** The budgets that a budget adds up, and their share of it this month. */
export function ChildBudgets({ budget }: { budget: Budget }) {
  const { data, error, refetch } = useBudgetStatus();
  const rows = useMemo(
    () =>
      budget.child_budget_tokens.flatMap(
        (token) => data?.budget_status.find((each) => each.budget_token === token) ?? [],
      ),
    [budget, data],
  );
  const columns = useMemo(() => columnsOf(rows, data?.currency ?? ''), [rows, data]);
  return (
    <section aria-labelledby="children">
      <Title order={2} id="children" mb="sm">
        Child budgets this month
      </Title>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {!data && !error && <TableSkeleton rows={3} />}
      {data && (
        <DataTable
          label="Child budgets"
          columns={columns}
          rows={rows}
          keyOf={({ budget_token: token }) => token}
        />
      )}
    </section>
  );
}

function columnsOf(rows: readonly BudgetStatus[], currency: string): Column<BudgetStatus>[] {
  const whole = sumOf(rows.flatMap(({ amount }) => amount ?? []));
  const money = (amount: string | null) =>
    amount === null ? '–' : <Money amount={amount} currency={currency} />;
  return [
    {
      id: 'name',
      header: 'Budget',
      cell: (row) => (
        <Anchor component={Link} to={budgetPage(row.budget_token)} inherit>
          {row.name}
        </Anchor>
      ),
    },
    { id: 'amount', header: 'This month', isNumeric: true, cell: ({ amount }) => money(amount) },
    {
      id: 'share',
      header: 'Share of the budget',
      isNumeric: true,
      cell: ({ amount }) =>
        amount === null || approximate(whole) === 0 ? '–' : formatShare(amount, whole),
    },
    { id: 'spend', header: 'Spent so far', isNumeric: true, cell: ({ spend }) => money(spend) },
    {
      id: 'forecast',
      header: 'Forecast',
      isNumeric: true,
      cell: ({ forecast }) => money(forecast),
    },
    { id: 'used', header: 'Used', cell: (row) => <UsedBar {...row} /> },
    { id: 'state', header: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  ];
}
