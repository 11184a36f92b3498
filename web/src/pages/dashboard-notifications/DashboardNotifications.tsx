import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import { useMuteTexts } from '../../features/mutes/mute.js';
import { useObjectNames } from '../../features/objects/use-object-names.js';
import { recipientsOf } from '../../features/recipients/recipients.js';
import { useRecipientNames } from '../../features/recipients/use-recipient-names.js';
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
  const recipientName = useRecipientNames(notifications);
  return (
    <ListPage
      title="Dashboard notifications"
      text="Send a dashboard as a PDF every day, week or month."
      kind="dashboard notification"
      path={path}
      rows="dashboard_notifications"
      query={{ workspace_token: workspace?.token }}
      columns={columnsOf(dashboardName, recipientName, useMuteTexts())}
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

const columnsOf = (
  dashboardName: NameOf,
  recipientName: NameOf,
  muteText: (token: string) => string | undefined,
): Column<DashboardNotification>[] => [
  {
    id: 'title',
    header: 'Notification',
    sort: (row) => row.title,
    cell: (row) => (
      <>
        <Anchor component={Link} to={`/dashboard-notifications/${row.token}`} inherit>
          {row.title}
        </Anchor>
        {muteText(row.token) && (
          <Text size="xs" c="dimmed">
            {muteText(row.token)}
          </Text>
        )}
      </>
    ),
  },
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
  {
    id: 'recipients',
    header: 'Recipients',
    cell: (row) => recipientsOf(row, recipientName).join(', ') || 'Nobody',
  },
];
