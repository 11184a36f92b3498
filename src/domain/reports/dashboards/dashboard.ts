import { sql } from 'kysely';
import { z } from 'zod';
import type { Actor } from '../../../platform/auth/actor.js';
import type { Context } from '../../../platform/kernel/context.js';
import { entity } from '../../../platform/kernel/entity.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { dateIntervals, resolveInterval } from '../../../platform/lib/date-intervals.js';
import { UnknownReference, unprocessable } from '../../../platform/lib/errors.js';
import { formatDate } from '../../../platform/lib/time.js';
import { DashboardWidget, widgetsOfDashboard } from './widget.js';

export const dashboardDateBins = ['cumulative', 'day', 'week', 'month'] as const;

const Dashboard = z
  .object({
    token: z.string(),
    title: z.string(),
    widgets: z.array(DashboardWidget),
    saved_filter_tokens: z
      .array(z.string())
      .describe('Applied to every cost report on the dashboard.'),
    date_bin: z
      .enum(dashboardDateBins)
      .nullable()
      .describe('Overrides the date bin of the reports.'),
    date_interval: z.enum(dateIntervals).nullable().describe('Overrides the dates of the reports.'),
    start_date: z.string().nullable().describe('For a named interval, its first day as of today.'),
    end_date: z.string().nullable().describe('A custom interval without an end date ends today.'),
    created_at: z.string(),
    updated_at: z.string(),
    workspace_token: z.string(),
  })
  .meta({ id: 'Dashboard' });

export const dashboards = entity({
  table: 'dashboards',
  prefix: 'dshbrd',
  kind: 'Dashboard',
  title: 'title',
  page: '/dashboards/{token}',
  canBeFavourite: true,
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

/** The dates of a dashboard; a named interval is resolved as of today. */
function resolvedDates({ date_interval, start_date, end_date }: Row<'dashboards'>, today: string) {
  if (date_interval === null || date_interval === 'custom') return { start_date, end_date };
  const { start, end } = resolveInterval(date_interval, today);
  return { start_date: start, end_date: end };
}

/** Throws if a default dashboard does not exist or its reader cannot see it. */
export async function requireDashboard(
  ctx: Context,
  token: string | null | undefined,
  reader: Actor = ctx.actor,
): Promise<void> {
  if (token && !(await dashboards.rows.find({ ...ctx, actor: reader }, token))) {
    throw unprocessable(`Dashboard not found: default_dashboard_token ${token}`);
  }
}

/** The workspace of the dashboard that a body names; undefined if it names none. */
export async function workspaceOfDashboard(
  { dashboard_token: token }: { dashboard_token?: string | undefined },
  ctx: Context,
): Promise<string | undefined> {
  if (token === undefined) return undefined;
  const dashboard = await dashboards.rows.find(ctx, token);
  if (!dashboard) throw new UnknownReference('Dashboard', 'dashboard_token', token);
  return dashboard.workspace_token;
}
