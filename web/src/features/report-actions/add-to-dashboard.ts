import { api } from '../../api/client.js';
import { asProblem } from '../../api/problem.js';
import { invalidate } from '../../api/queries.js';
import { toast } from '../../parts/toasts.js';
import {
  type Dashboard,
  dashboardsPath,
  itemBody,
  itemOfReport,
  type LayoutItem,
  layoutPath,
  placed,
} from '../dashboards/layout.js';
import type { NamedReport } from './report-actions.js';

/** Adds a report to a dashboard at a free place. Undo takes it away unless the layout was changed since. */
export async function addToDashboard(dashboard: Dashboard, report: NamedReport): Promise<void> {
  const path = { dashboard_token: dashboard.token };
  const store = async (version: string, items: readonly LayoutItem[]) => {
    const body = { version, items: items.map(itemBody) };
    const layout = await api.put(layoutPath, { path, body });
    await invalidate(dashboardsPath);
    return layout;
  };
  await orToast(async () => {
    const { items, version } = await api.get(layoutPath, { path });
    const added = placed(items, itemOfReport(report.token, report.title));
    const layout = await store(version, [...items, added]);
    const undo = () => void orToast(() => store(layout.version, items));
    toast(`Added “${report.title}” to “${dashboard.title}”.`, { undo });
  });
}

async function orToast(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (failure) {
    toast(asProblem(failure).message);
  }
}
