import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { type Budget, type BudgetAlert, budgetAlertsPath } from '../../features/budgets/budget.js';
import { alertTitle, alertWindow } from '../../features/budgets/describe-alert.js';
import { EventTable } from '../../features/budgets/EventTable.js';
import { recipientsOf } from '../../features/recipients/recipients.js';
import { useRecipientNames } from '../../features/recipients/use-recipient-names.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Icon } from '../../parts/icons.js';
import { TableSkeleton } from '../../parts/Skeletons.js';

/** The alerts that watch a budget, and when they fired. */
export function AlertsOfBudget({ budget: { token } }: { budget: Budget }) {
  const mayEdit = useHasRole('Editor');
  const query = { budget_token: token, limit: 1000 };
  const list = useGet(budgetAlertsPath, { query });
  const events = useGet('/v2/budget_alerts/events', { query: { ...query, limit: 100 } });
  const alerts = list.data?.budget_alerts;
  const nameOf = useRecipientNames(alerts ?? []);
  const error = list.error ?? events.error;
  return (
    <Stack gap="sm" component="section">
      <Group justify="space-between">
        <Title order={2}>Alerts</Title>
        {mayEdit && (
          <Button
            variant="default"
            component={Link}
            to={`/budget-alerts/new?budget=${token}`}
            leftSection={<Icon name="add" />}
          >
            Add alert
          </Button>
        )}
      </Group>
      {error && <ErrorNote error={error} />}
      {!alerts && !error && <TableSkeleton rows={2} />}
      {alerts?.length === 0 && (
        <Text size="sm" c="dimmed">
          Nobody is notified when this budget is used up. Add an alert for a share of it, or for its
          forecast.
        </Text>
      )}
      {alerts && alerts.length > 0 && (
        <DataTable
          label="Alerts"
          columns={columnsOf(nameOf)}
          rows={alerts}
          keyOf={(alert) => alert.token}
        />
      )}
      {events.data && alerts && alerts.length > 0 && (
        <>
          <Title order={3} mt="sm">
            Fired alerts
          </Title>
          <EventTable events={events.data.budget_alert_events} without={['budget']} />
        </>
      )}
    </Stack>
  );
}

const columnsOf = (nameOf: (token: string) => string): Column<BudgetAlert>[] => [
  {
    id: 'threshold',
    header: 'Alert at',
    cell: (alert) => (
      <Anchor component={Link} to={`/budget-alerts/${alert.token}`} inherit>
        {alertTitle(alert)}
      </Anchor>
    ),
  },
  { id: 'window', header: 'Watches', cell: alertWindow },
  {
    id: 'recipients',
    header: 'Recipients',
    cell: (alert) => recipientsOf(alert, nameOf).join(', ') || 'Nobody',
  },
];
