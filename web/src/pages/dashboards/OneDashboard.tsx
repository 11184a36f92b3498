import { Anchor, Button, Group } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useHasRole } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { formatDay } from '../../lib/dates.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { PageError } from '../../parts/PageError.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import {
  type Dashboard,
  type LayoutItem,
  dashboardPath,
  layoutPath,
} from '../../features/dashboards/layout.js';
import { DashboardGrid } from './DashboardGrid.js';
import { ShareMenu } from './ShareMenu.js';
import { useFullScreen } from './use-full-screen.js';
import { useView, useWidgetScope } from './view.js';
import { ViewBar } from './ViewBar.js';

export function OneDashboard() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const path = { dashboard_token: token };
  const dashboard = useGet(dashboardPath, { path });
  const layout = useGet(layoutPath, { path });
  const error = dashboard.error ?? layout.error;
  if (error) {
    const retry = () => void Promise.all([dashboard.refetch(), layout.refetch()]);
    return <PageError error={error} onRetry={retry} />;
  }
  if (dashboard.data?.token !== token || layout.data?.dashboard_token !== token) {
    return <PageSkeleton />;
  }
  return <LoadedDashboard key={token} dashboard={dashboard.data} items={layout.data.items} />;
}

interface LoadedDashboardProps {
  dashboard: Dashboard;
  items: readonly LayoutItem[];
}

function LoadedDashboard({ dashboard, items }: LoadedDashboardProps) {
  const mayEdit = useHasRole('Editor');
  const [view, change] = useView();
  const scope = useWidgetScope(dashboard, view);
  const [isFull, setFull] = useFullScreen();
  const editPage = `/dashboards/${dashboard.token}/edit`;
  const { range } = scope;
  const text = range
    ? `${formatDay(range.start)} to ${formatDay(range.end)}. Days are in UTC.`
    : 'Each widget has the date range of its report. Days are in UTC.';
  return (
    <div className={isFull ? 'full-screen' : ''}>
      {!isFull && (
        <Anchor component={Link} to="/dashboards" size="sm">
          Dashboards
        </Anchor>
      )}
      <PageTitle title={dashboard.title} text={text}>
        <Group gap="sm">
          <ShareMenu dashboard={dashboard} items={items} view={view} scope={scope} />
          <Button variant="default" onClick={() => setFull(!isFull)}>
            {isFull ? 'Leave full screen' : 'Full screen'}
          </Button>
          {mayEdit && !isFull && (
            <Button variant="default" component={Link} to={editPage}>
              Edit
            </Button>
          )}
        </Group>
      </PageTitle>
      <ViewBar dashboard={dashboard} view={view} onChange={change} />
      {items.length === 0 ? (
        <EmptyState
          title="This dashboard has no widgets yet"
          text="Add the charts, figures and notes that you want to see together."
          action={mayEdit ? { label: 'Add widgets', to: editPage } : undefined}
        />
      ) : (
        <DashboardGrid items={items} scope={scope} />
      )}
    </div>
  );
}
