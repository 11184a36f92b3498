import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useHasRole } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import {
  type Budget,
  budgetAlertsPath,
  budgetPath,
  budgetsPath,
} from '../../features/budgets/budget.js';
import { BudgetSource } from '../../features/budgets/BudgetSource.js';
import { FiguresNote } from '../../features/budgets/FiguresNote.js';
import { useObjectNames } from '../../features/objects/use-object-names.js';
import { BackLink } from '../../parts/BackLink.js';
import { ConfirmDelete } from '../../parts/ConfirmDelete.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { ObjectPage } from '../../parts/ObjectPage.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { ChartSkeleton } from '../../parts/Skeletons.js';
import { AlertsOfBudget } from './AlertsOfBudget.js';
import { BudgetChart } from './BudgetChart.js';
import { BudgetFigures } from './BudgetFigures.js';
import { ChildBudgets } from './ChildBudgets.js';
import { MonthTable } from './MonthTable.js';

/** A budget: its figures of this month, all its months, child budgets and alerts. */
export const OneBudget = () => (
  <ObjectPage path={budgetPath}>
    {(budget) => (
      <>
        <BackLink to="/budgets" label="Budgets" />
        <PageTitle title={budget.name}>
          <BudgetActions budget={budget} />
        </PageTitle>
        <Stack gap="lg">
          <Source budget={budget} />
          <Months budget={budget} />
          {budget.child_budget_tokens.length > 0 && <ChildBudgets budget={budget} />}
          <AlertsOfBudget budget={budget} />
        </Stack>
      </>
    )}
  </ObjectPage>
);

function Source({ budget }: { budget: Budget }) {
  const nameOf = useObjectNames(budget.cost_report_token ? [budget.cost_report_token] : []);
  return (
    <Group gap={6} mt="-md">
      <Text size="sm" c="dimmed">
        Costs of
      </Text>
      <Text size="sm" component="div">
        <BudgetSource budget={budget} nameOf={nameOf} />
      </Text>
    </Group>
  );
}

function Months({ budget }: { budget: Budget }) {
  const months = useGet('/v2/budgets/{budget_token}/months', {
    path: { budget_token: budget.token },
  });
  if (months.error) {
    return <ErrorNote error={months.error} onRetry={() => void months.refetch()} />;
  }
  if (!months.data || months.isPlaceholderData) return <ChartSkeleton height={360} />;
  return (
    <>
      <Paper withBorder p="md">
        <Stack gap="md">
          <BudgetFigures figures={months.data} />
          <BudgetChart name={budget.name} figures={months.data} />
          <FiguresNote {...months.data} />
        </Stack>
      </Paper>
      <MonthTable figures={months.data} />
    </>
  );
}

function BudgetActions({ budget }: { budget: Budget }) {
  const mayEdit = useHasRole('Editor');
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  if (!mayEdit) return null;
  const { token, name, budget_alert_tokens: alerts } = budget;
  const remove = async () => {
    await api.delete(budgetPath, { path: { budget_token: token } });
    await navigate({ to: '/budgets' });
  };
  return (
    <>
      <Button variant="default" onClick={() => setDeleting(true)}>
        Delete
      </Button>
      <Button component={Link} to={`/budgets/${token}/edit`}>
        Edit
      </Button>
      {isDeleting && (
        <ConfirmDelete
          kind="budget"
          title={name}
          send={remove}
          uses={
            alerts.length > 0 ? [alerts.length === 1 ? '1 alert' : `${alerts.length} alerts`] : []
          }
          refresh={[budgetsPath, budgetAlertsPath]}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}
