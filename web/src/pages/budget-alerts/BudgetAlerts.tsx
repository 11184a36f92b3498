import { Stack, Title } from '@mantine/core';
import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { alertTitle, alertWindow } from '../../features/budgets/describe-alert.js';
import { EventTable } from '../../features/budgets/EventTable.js';
import { RuleList, useRules } from '../../features/notification-rules/RuleList.js';
import { ObjectLink } from '../../features/objects/ObjectLink.js';
import { useObjectNames } from '../../features/objects/use-object-names.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { budgetAlertKind } from './budget-alert.js';

/** The budget alerts of the workspace, and when they fired. */
export function BudgetAlerts() {
  const alerts = useRules(budgetAlertKind, 'budget_alerts');
  const budgetName = useObjectNames(alerts.flatMap((alert) => alert.budget_tokens));
  return (
    <>
      <RuleList
        kind={budgetAlertKind}
        rows="budget_alerts"
        rules={alerts}
        text="Notify people as soon as a share of a budget is spent, once per budget and month."
        emptyText="Create one to be notified when, for example, 80% of a budget is spent."
        name={{
          id: 'threshold',
          header: 'Alert at',
          of: alertTitle,
          sort: ({ threshold }) => threshold,
        }}
        columns={[
          {
            id: 'budgets',
            header: 'Budgets',
            cell: ({ budget_tokens: tokens }) =>
              tokens.map((token) => (
                <div key={token}>
                  <ObjectLink token={token} name={budgetName(token)} />
                </div>
              )),
          },
          { id: 'window', header: 'Watches', cell: alertWindow },
        ]}
      />
      {alerts.length > 0 && <Events />}
    </>
  );
}

function Events() {
  const workspace = useWorkspace();
  const { data, error, refetch } = useGet('/v2/budget_alerts/events', {
    query: { workspace_token: workspace?.token, limit: 100 },
  });
  return (
    <Stack gap="sm" mt="lg" component="section">
      <Title order={2}>Fired alerts</Title>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data && <EventTable events={data.budget_alert_events} />}
    </Stack>
  );
}
