import { Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { dashboardsPath } from '../dashboards/layout.js';
import { addToDashboard } from './add-to-dashboard.js';
import { costForms, type NamedReport } from './report-actions.js';

/** What an entry of the menu does with the report. */
export type UseReport = (report: NamedReport) => void;

interface CreateMenuProps {
  /** Cost reports have alerts, budgets and schedules; any report can be on a dashboard. */
  isOfCosts?: boolean;
  /** Passes the report to an entry: at once, or after the user has saved it. */
  withReport: (use: UseReport) => void;
}

/** What can be made of a report: the form of a rule that is about it, or a widget of a dashboard. */
export function CreateMenu({ isOfCosts = false, withReport }: CreateMenuProps) {
  const mayEdit = useHasRole('Editor');
  const navigate = useNavigate();
  const open = (to: string) =>
    withReport(({ token }) => void navigate({ to, search: { report: token } }));
  if (!mayEdit) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default">{isOfCosts ? 'Create' : 'Add to dashboard'}</Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} className="scrolled-menu">
        {isOfCosts &&
          costForms.map(({ label, to }) => (
            <Menu.Item key={to} onClick={() => open(to)}>
              {label}
            </Menu.Item>
          ))}
        {isOfCosts && <Menu.Label>Add to dashboard</Menu.Label>}
        <DashboardItems withReport={withReport} />
        <Menu.Item onClick={() => open('/dashboards/new')}>New dashboard</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The dashboards of the workspace, of which each can show the report. */
function DashboardItems({ withReport }: Pick<CreateMenuProps, 'withReport'>) {
  const workspace = useWorkspace();
  const { data } = useGet(
    dashboardsPath,
    { query: { workspace_token: workspace?.token, limit: 1000 } },
    { enabled: workspace !== undefined },
  );
  const byTitle = (data?.dashboards ?? []).toSorted((one, other) =>
    one.title.localeCompare(other.title),
  );
  return byTitle.map((dashboard) => (
    <Menu.Item
      key={dashboard.token}
      onClick={() => withReport((report) => void addToDashboard(dashboard, report))}
    >
      {dashboard.title}
    </Menu.Item>
  ));
}
