import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { useObjectNames } from '../../features/objects/use-object-names.js';
import { useRuleColumns } from '../../features/recipients/rule-columns.js';
import { formatMoney } from '../../lib/money.js';
import type { Column } from '../../parts/DataTable.js';
import { ListPage } from '../../parts/ListPage.js';
import { type AnomalyNotification, anomalyNotificationsPath } from './anomaly-notification.js';

/** Who is told about the anomalies of which report, and from which rise on. */
export function AnomalyNotifications() {
  const workspace = useWorkspace();
  const mayEdit = useHasRole('Editor');
  const { data } = useGet(
    anomalyNotificationsPath,
    { query: { workspace_token: workspace?.token, limit: 1000 } },
    { enabled: workspace !== undefined },
  );
  const notifications = data?.anomaly_notifications ?? [];
  const reportName = useObjectNames(notifications.map((each) => each.cost_report_token));
  const { name, recipients } = useRuleColumns(notifications, {
    id: 'report',
    header: 'Anomalies of',
    page: '/anomaly-notifications',
    nameOf: (row) => reportName(row.cost_report_token),
  });
  const currency = workspace?.currency ?? 'USD';
  const columns: Column<AnomalyNotification>[] = [
    name,
    {
      id: 'threshold',
      header: 'From a rise of',
      isNumeric: true,
      sort: (row) => row.threshold,
      cell: ({ threshold }) =>
        threshold === 0 ? 'Every rise' : formatMoney(`${threshold}`, currency),
    },
    recipients,
  ];
  return (
    <ListPage
      title="Anomaly notifications"
      text="Notify people of unexpected rises in daily costs, in one summary a day."
      kind="anomaly notification"
      path={anomalyNotificationsPath}
      rows="anomaly_notifications"
      query={{ workspace_token: workspace?.token }}
      columns={columns}
      create={
        mayEdit
          ? { label: 'New anomaly notification', to: '/anomaly-notifications/new' }
          : undefined
      }
      empty={{
        title: 'There are no anomaly notifications yet',
        text: 'Anomalies are found without a rule. Create a notification to be notified of those in a report.',
      }}
      titleToDelete={mayEdit ? (row) => reportName(row.cost_report_token) : undefined}
    />
  );
}
