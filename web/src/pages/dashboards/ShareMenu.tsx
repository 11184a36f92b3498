import { Button, Menu, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { inFiles } from '../../../../src/domain/reports/dashboards/item-kinds.js';
import { api } from '../../api/client.js';
import { useHasRole } from '../../api/current-user.js';
import { asProblem } from '../../api/problem.js';
import type { Dashboard, LayoutItem } from '../../features/dashboards/layout.js';
import { copyLink } from '../../parts/copy-link.js';
import { toast } from '../../parts/toasts.js';
import { kindLabel } from './dashboard.js';
import type { View, WidgetScope } from './view.js';

interface ShareMenuProps {
  dashboard: Dashboard;
  items: readonly LayoutItem[];
  view: View;
  scope: WidgetScope;
}

/** The dashboard for others: as a link, as a file, by schedule. */
export function ShareMenu({ dashboard, items, view, scope }: ShareMenuProps) {
  const mayEdit = useHasRole('Editor');
  const left = items
    .filter((item) => inFiles(item) === undefined)
    .map(({ title, kind }) => title || kindLabel(kind));
  // The address holds dates, comparison and filters; a colleague may have another workspace open.
  const share = () =>
    copyLink('It opens with these dates and filters for everyone with access.', {
      workspace: dashboard.workspace_token,
    });
  const print = async () => {
    try {
      const { download_url: url } = await api.post('/console/dashboards/{dashboard_token}/pdf', {
        path: { dashboard_token: dashboard.token },
        body: {
          ...(view.dates && {
            start_date: scope.range?.start,
            end_date: scope.range?.end,
          }),
          compare_to: scope.compareTo.compare_to,
          saved_filter_tokens: view.filters,
        },
      });
      // The link has the configured origin; this page may be open under another one.
      const { pathname, search } = new URL(url);
      window.location.assign(pathname + search);
    } catch (failure) {
      toast(asProblem(failure).message);
    }
  };
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button variant="default">Share</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void share()}>Copy link</Menu.Item>
        <Menu.Item onClick={() => void print()}>
          Download PDF
          {left.length > 0 && (
            <Text size="xs" c="dimmed">
              Without {left.join(', ')}
            </Text>
          )}
        </Menu.Item>
        {mayEdit && (
          <Menu.Item
            component={Link}
            to={`/dashboard-notifications/new?dashboard=${dashboard.token}`}
          >
            Send regularly
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
