import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import { useObjectNames } from '../../features/objects/use-object-names.js';
import { useRuleColumns } from '../../features/recipients/rule-columns.js';
import { frequencyName } from '../../features/schedules/frequency.js';
import type { Column } from '../../parts/DataTable.js';
import { ListPage } from '../../parts/ListPage.js';

type DashboardNotification = Schemas['DashboardNotification'];
type NameOf = (token: string) => string;

const path = '/v2/dashboard_notifications';

/** The dashboards of the workspace that are sent by schedule. */
export function DashboardNotifications() {
  const workspace = useWorkspace();
  const mayEdit = useHasRole('Editor');
  const { data } = useGet(
    path,
    { query: { workspace_token: workspace?.token, limit: 1000 } },
    { enabled: workspace !== undefined },
  );
  const notifications = data?.dashboard_notifications ?? [];
  const dashboardName = useObjectNames(notifications.map((each) => each.dashboard_token));
  const { name, recipients } = useRuleColumns(notifications, {
    id: 'title',
    header: 'Notification',
    page: '/dashboard-notifications',
    nameOf: ({ title }) => title,
  });
  return (
    <ListPage
      title="Dashboard notifications"
      text="Send a dashboard as a PDF every day, week or month."
      kind="dashboard notification"
      path={path}
      rows="dashboard_notifications"
      query={{ workspace_token: workspace?.token }}
      columns={[name, ...scheduleColumns(dashboardName), recipients]}
      isSearched
      create={
        mayEdit
          ? { label: 'New dashboard notification', to: '/dashboard-notifications/new' }
          : undefined
      }
      empty={{
        title: 'There are no dashboard notifications yet',
        text: 'Create one to send a dashboard to people or to a channel, for example every Monday.',
      }}
      titleToDelete={mayEdit ? (row) => row.title : undefined}
    />
  );
}

const scheduleColumns = (dashboardName: NameOf): Column<DashboardNotification>[] => [
  {
    id: 'dashboard',
    header: 'Dashboard',
    cell: ({ dashboard_token: dashboard }) => (
      <Anchor component={Link} to={`/dashboards/${dashboard}`} inherit>
        {dashboardName(dashboard)}
      </Anchor>
    ),
  },
  { id: 'frequency', header: 'Sent', cell: ({ frequency }) => frequencyName(frequency) },
];
