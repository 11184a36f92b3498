import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { reportPage } from '../../features/cost-reports/cost-report.js';
import { useReportTitles } from '../../features/cost-reports/use-report-titles.js';
import type { Column } from '../../parts/DataTable.js';
import { ListPage } from '../../parts/ListPage.js';
import {
  type CostAlert,
  costAlertPage,
  costAlertsPath,
  describeInterval,
  describeThreshold,
  recipientsOf,
} from './cost-alert.js';

/** The cost alerts of the workspace. */
export function CostAlerts() {
  const workspace = useWorkspace();
  const mayEdit = useHasRole('Editor');
  const currency = workspace?.currency ?? '';
  const titleOf = useReportTitles();
  const columns = useMemo(() => columnsOf(currency, titleOf), [currency, titleOf]);
  return (
    <ListPage
      title="Cost alerts"
      text="Notify people when the costs of a report or one of its groups change from one day, week, month or quarter to the next."
      kind="cost alert"
      path={costAlertsPath}
      rows="cost_alerts"
      query={{ workspace_token: workspace?.token }}
      columns={columns}
      isSearched
      create={mayEdit ? { label: 'New cost alert', to: '/cost-alerts/new' } : undefined}
      empty={{
        title: 'There are no cost alerts yet',
        text: 'Create one to be notified when, for example, a service costs 20% more than the day before.',
      }}
      titleToDelete={mayEdit ? (row) => row.title : undefined}
    />
  );
}

const columnsOf = (currency: string, titleOf: (token: string) => string): Column<CostAlert>[] => [
  {
    id: 'title',
    header: 'Title',
    sort: (row) => row.title,
    cell: (row) => (
      <Anchor component={Link} to={costAlertPage(row.token)} inherit>
        {row.title}
      </Anchor>
    ),
  },
  {
    id: 'reports',
    header: 'Cost reports',
    cell: ({ report_tokens: tokens }) =>
      tokens.map((token) => (
        <div key={token}>
          <Anchor component={Link} to={reportPage(token)} inherit>
            {titleOf(token)}
          </Anchor>
        </div>
      )),
  },
  { id: 'interval', header: 'Compares', sort: describeInterval, cell: describeInterval },
  {
    id: 'threshold',
    header: 'Change of at least',
    cell: (row) => describeThreshold(row, currency),
  },
  {
    id: 'recipients',
    header: 'Recipients',
    cell: (row) => recipientsOf(row).join(', ') || 'Nobody',
  },
];
