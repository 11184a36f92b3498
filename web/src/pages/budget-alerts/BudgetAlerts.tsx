import { Anchor, Stack, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { type BudgetAlert, budgetAlertsPath, budgetPage } from '../../features/budgets/budget.js';
import { alertTitle, alertWindow } from '../../features/budgets/describe-alert.js';
import { EventTable } from '../../features/budgets/EventTable.js';
import { useObjectNames } from '../../features/objects/use-object-names.js';
import { recipientsOf } from '../../features/recipients/recipients.js';
import { useRecipientNames } from '../../features/recipients/use-recipient-names.js';
import type { Column } from '../../parts/DataTable.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { ListPage } from '../../parts/ListPage.js';

/** The budget alerts of the workspace, and when they fired. */
export function BudgetAlerts() {
  const workspace = useWorkspace();
  const mayEdit = useHasRole('Editor');
  const query = { workspace_token: workspace?.token, limit: 1000 };
  const { data } = useGet(budgetAlertsPath, { query }, { enabled: workspace !== undefined });
  const alerts = data?.budget_alerts ?? [];
  const budgetName = useObjectNames(alerts.flatMap((alert) => alert.budget_tokens));
  const recipientName = useRecipientNames(alerts);
  const columns = useMemo(() => columnsOf(budgetName, recipientName), [budgetName, recipientName]);
  return (
    <>
      <ListPage
        title="Budget alerts"
        text="Notify people as soon as a share of a budget is spent, once per budget and month."
        kind="budget alert"
        path={budgetAlertsPath}
        rows="budget_alerts"
        query={{ workspace_token: workspace?.token }}
        columns={columns}
        create={mayEdit ? { label: 'New budget alert', to: '/budget-alerts/new' } : undefined}
        empty={{
          title: 'There are no budget alerts yet',
          text: 'Create one to be notified when, for example, 80% of a budget is spent.',
        }}
        titleToDelete={mayEdit ? alertTitle : undefined}
      />
      {alerts.length > 0 && <Events workspace={workspace?.token} />}
    </>
  );
}

function Events({ workspace }: { workspace: string | undefined }) {
  const { data, error, refetch } = useGet('/v2/budget_alerts/events', {
    query: { workspace_token: workspace, limit: 100 },
  });
  return (
    <Stack gap="sm" mt="lg" component="section">
      <Title order={2}>Fired alerts</Title>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data && <EventTable events={data.budget_alert_events} />}
    </Stack>
  );
}

const columnsOf = (
  budgetName: (token: string) => string,
  recipientName: (token: string) => string,
): Column<BudgetAlert>[] => [
  {
    id: 'threshold',
    header: 'Alert at',
    sort: (alert) => alert.threshold,
    cell: (alert) => (
      <Anchor component={Link} to={`/budget-alerts/${alert.token}`} inherit>
        {alertTitle(alert)}
      </Anchor>
    ),
  },
  {
    id: 'budgets',
    header: 'Budgets',
    cell: ({ budget_tokens: tokens }) =>
      tokens.map((token) => (
        <div key={token}>
          <Anchor component={Link} to={budgetPage(token)} inherit>
            {budgetName(token)}
          </Anchor>
        </div>
      )),
  },
  { id: 'window', header: 'Watches', cell: alertWindow },
  {
    id: 'recipients',
    header: 'Recipients',
    cell: (alert) => recipientsOf(alert, recipientName).join(', ') || 'Nobody',
  },
];
