import { Anchor, Box, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import {
  type Budget,
  type BudgetStatusList,
  budgetPage,
  budgetsPath,
  urgencyOf,
  useBudgets,
  useBudgetStatus,
} from '../../features/budgets/budget.js';
import { BudgetSource } from '../../features/budgets/BudgetSource.js';
import { Excess } from '../../features/budgets/Excess.js';
import { FiguresNote } from '../../features/budgets/FiguresNote.js';
import { StateBadge } from '../../features/budgets/StateBadge.js';
import { UsedBar } from '../../features/budgets/UsedBar.js';
import { useObjectNames } from '../../features/objects/use-object-names.js';
import { approximate } from '../../lib/decimal.js';
import type { Column } from '../../parts/DataTable.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Money } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';

/** The budgets of the workspace with what is spent of them this month. */
export function Budgets() {
  const workspace = useWorkspace();
  const mayEdit = useHasRole('Editor');
  const status = useBudgetStatus();
  const budgets = useBudgets().data?.budgets;
  const nameOf = useObjectNames(budgets?.flatMap((each) => each.cost_report_token ?? []) ?? []);
  const columns = useMemo(() => columnsOf(status.data, nameOf), [status.data, nameOf]);
  const usesOf = ({ token, budget_alert_tokens: alerts }: Budget) => {
    const parents = (budgets ?? []).filter((each) => each.child_budget_tokens.includes(token));
    return [
      ...parents.map(({ name }) => `the budget “${name}”`),
      ...(alerts.length > 0 ? [alerts.length === 1 ? '1 alert' : `${alerts.length} alerts`] : []),
    ];
  };
  return (
    <>
      <ListPage
        title="Budgets"
        text="Monthly spending limits, compared with actual and forecast costs."
        kind="budget"
        path={budgetsPath}
        rows="budgets"
        query={{ workspace_token: workspace?.token }}
        columns={columns}
        isSearched
        create={mayEdit ? { label: 'New budget', to: '/budgets/new' } : undefined}
        empty={{
          title: 'There are no budgets yet',
          text: 'Create one for a cost report or a segment, and be notified before the money is spent.',
        }}
        titleToDelete={mayEdit ? (row) => row.name : undefined}
        usesOf={usesOf}
        filters={
          status.error && <ErrorNote error={status.error} onRetry={() => void status.refetch()} />
        }
      >
        {mayEdit && (
          <Button variant="default" component={Link} to="/budgets/import">
            Import CSV
          </Button>
        )}
      </ListPage>
      {status.data && status.data.budget_status.length > 0 && (
        <Box mt="sm">
          <FiguresNote {...status.data} />
        </Box>
      )}
    </>
  );
}

/** Columns of a table of budgets; those of this month are empty until its figures are loaded. */
function columnsOf(
  list: BudgetStatusList | undefined,
  nameOf: (token: string) => string,
): Column<Budget>[] {
  const byToken = new Map(list?.budget_status.map((each) => [each.budget_token, each]));
  const statusOf = ({ token }: Budget) => byToken.get(token);
  const figure = (id: 'amount' | 'spend' | 'forecast', header: string): Column<Budget> => ({
    id,
    header,
    isNumeric: true,
    sort: (row) => approximate(statusOf(row)?.[id] ?? '-1'),
    cell: (row) => {
      const status = statusOf(row);
      const amount = status?.[id];
      if (!amount) return '–';
      return (
        <>
          <Money amount={amount} currency={list!.currency} />
          {id === 'forecast' && <Excess {...status} currency={list!.currency} />}
        </>
      );
    },
  });
  return [
    {
      id: 'name',
      header: 'Budget',
      sort: (row) => row.name,
      cell: (row) => (
        <Anchor component={Link} to={budgetPage(row.token)} inherit>
          {row.name}
        </Anchor>
      ),
    },
    {
      id: 'state',
      header: 'State',
      sort: (row) => urgencyOf(statusOf(row)?.state),
      cell: (row) => {
        const status = statusOf(row);
        return status && <StateBadge state={status.state} />;
      },
    },
    {
      id: 'used',
      header: 'Used',
      sort: (row) => approximate(statusOf(row)?.percent_used ?? '-1'),
      cell: (row) => {
        const status = statusOf(row);
        return status && <UsedBar {...status} />;
      },
    },
    figure('amount', 'This month'),
    figure('spend', 'Spent so far'),
    figure('forecast', 'Forecast'),
    {
      id: 'source',
      header: 'Costs of',
      cell: (row) => <BudgetSource budget={row} nameOf={nameOf} />,
    },
  ];
}
