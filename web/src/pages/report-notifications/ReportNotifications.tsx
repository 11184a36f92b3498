import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { useObjectNames } from '../../features/objects/use-object-names.js';
import { useRuleColumns } from '../../features/recipients/rule-columns.js';
import { frequencyName } from '../../features/schedules/frequency.js';
import type { Column } from '../../parts/DataTable.js';
import { ListPage } from '../../parts/ListPage.js';
import {
  type ReportNotification,
  changeName,
  reportNotificationsPath,
} from './report-notification.js';

type NameOf = (token: string) => string;

/** The report notifications of the workspace. */
export function ReportNotifications() {
  const workspace = useWorkspace();
  const mayEdit = useHasRole('Editor');
  const { data } = useGet(
    reportNotificationsPath,
    { query: { workspace_token: workspace?.token, limit: 1000 } },
    { enabled: workspace !== undefined },
  );
  const notifications = data?.report_notifications ?? [];
  const reportName = useObjectNames(notifications.map((each) => each.cost_report_token));
  const { name, recipients } = useRuleColumns(notifications, {
    id: 'title',
    header: 'Notification',
    page: '/report-notifications',
    nameOf: ({ title }) => title,
  });
  return (
    <ListPage
      title="Report notifications"
      text="Send the costs of a report every day, week or month, with their change and the largest groups."
      kind="report notification"
      path={reportNotificationsPath}
      rows="report_notifications"
      query={{ workspace_token: workspace?.token }}
      columns={[name, ...scheduleColumns(reportName), recipients]}
      isSearched
      create={
        mayEdit ? { label: 'New report notification', to: '/report-notifications/new' } : undefined
      }
      empty={{
        title: 'There are no report notifications yet',
        text: 'Create one to send the costs of a report to people or to a channel, for example every Monday.',
      }}
      titleToDelete={mayEdit ? (row) => row.title : undefined}
    />
  );
}

const scheduleColumns = (reportName: NameOf): Column<ReportNotification>[] => [
  {
    id: 'report',
    header: 'Cost report',
    cell: ({ cost_report_token: report }) => (
      <Anchor component={Link} to={`/cost-reports/${report}`} inherit>
        {reportName(report)}
      </Anchor>
    ),
  },
  { id: 'frequency', header: 'Sent', cell: ({ frequency }) => frequencyName(frequency) },
  { id: 'change', header: 'Change', cell: ({ change }) => changeName(change) },
];
