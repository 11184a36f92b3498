import { sql } from 'kysely';
import { z } from 'zod';
import type { Actor } from '../../platform/auth/actor.js';
import type { Context } from '../../platform/kernel/context.js';
import { entity } from '../../platform/kernel/entity.js';
import type { Row } from '../../platform/kernel/rows.js';
import { dateIntervals, resolveInterval } from '../../platform/lib/date-intervals.js';
import { unprocessable } from '../../platform/lib/errors.js';
import { formatDate } from '../../platform/lib/time.js';
import { DashboardWidget, widgetsOfDashboard } from './widget.js';

export const dashboardDateBins = ['cumulative', 'day', 'week', 'month'] as const;

const Dashboard = z
  .object({
    token: z.string(),
    title: z.string(),
    widgets: z.array(DashboardWidget),
    saved_filter_tokens: z.array(z.string()).describe('Narrow every cost report that is shown.'),
    date_bin: z.enum(dashboardDateBins).nullable().describe("Replaces that of the reports' own."),
    date_interval: z.enum(dateIntervals).nullable().describe("Replaces that of the reports' own."),
    start_date: z.string().nullable().describe('Of a named interval: as of today.'),
    end_date: z.string().nullable().describe('A custom interval without one ends today.'),
    created_at: z.string(),
    updated_at: z.string(),
    workspace_token: z.string(),
  })
  .meta({ id: 'Dashboard' });

export const dashboards = entity({
  table: 'dashboards',
  prefix: 'dshbrd',
  kind: 'Dashboard',
  titleOf: (row) => row.title,
  access: { within: 'workspace', grants: true },
  model: Dashboard,
  computed: {
    widgets: { sql: widgetsOfDashboard, initial: [] },
    saved_filter_tokens: {
      sql: sql`array(select saved_filter_token from dashboard_saved_filters links
        where links.dashboard_token = dashboards.token order by links.id)`,
      initial: [],
    },
  },
  derive: async (_rows, ctx) => (row) => resolvedDates(row, formatDate(ctx.now)),
});

/** The dates of a dashboard: those of a named interval as of today. */
function resolvedDates({ date_interval, start_date, end_date }: Row<'dashboards'>, today: string) {
  if (date_interval === null || date_interval === 'custom') return { start_date, end_date };
  const { start, end } = resolveInterval(date_interval, today);
  return { start_date: start, end_date: end };
}

/** Throws for a default dashboard that its reader could not open. */
export async function requireDashboard(
  ctx: Context,
  token: string | null | undefined,
  reader: Actor = ctx.actor,
): Promise<void> {
  if (token && !(await dashboards.rows.find({ ...ctx, actor: reader }, token))) {
    throw unprocessable(`Dashboard not found: default_dashboard_token ${token}`);
  }
}
