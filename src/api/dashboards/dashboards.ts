import { sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../platform/kernel/context.js';
import {
  choice,
  date,
  described,
  manners,
  title,
  token,
  tokens,
} from '../../platform/kernel/fields.js';
import { replaceLinks } from '../../platform/kernel/links.js';
import { resource } from '../../platform/kernel/resource.js';
import type { Row } from '../../platform/kernel/rows.js';
import { chooseWorkspace } from '../../platform/kernel/workspace-choice.js';
import { dateIntervals } from '../../platform/lib/date-intervals.js';
import { pick } from '../../platform/lib/pick.js';
import { formatDate } from '../../platform/lib/time.js';
import {
  attachedFilters,
  demandSavedFilters,
} from '../../domain/saved-filters/saved-filter-rows.js';
import { dateColumns, shownDates } from './dashboard-dates.js';
import { dashboardAccess } from '../../domain/dashboards/dashboard-reference.js';
import {
  DashboardWidget,
  replaceWidgets,
  resolveWidgets,
  storedWidgets,
  widgetsBody,
  widgetsOfDashboard,
} from './widgets.js';

const dateBins = ['cumulative', 'day', 'week', 'month'] as const;

const Dashboard = z
  .object({
    token: z.string(),
    title: z.string(),
    widgets: z.array(DashboardWidget),
    saved_filter_tokens: z.array(z.string()).describe('Narrow every cost report that is shown.'),
    date_bin: z.enum(dateBins).nullable().describe("Replaces that of the reports' own."),
    date_interval: z.enum(dateIntervals).nullable().describe("Replaces that of the reports' own."),
    start_date: z.string().nullable().describe('Of a named interval: as of today.'),
    end_date: z.string().nullable().describe('A custom interval without one ends today.'),
    created_at: z.string(),
    updated_at: z.string(),
    workspace_token: z.string(),
  })
  .meta({ id: 'Dashboard' });

/** Only "" takes it away, and the dates with it. */
const clearableInterval = z
  .enum(dateIntervals)
  .nullable()
  .register(manners, { blank: 'clears' })
  .register(described, { type: 'string', enum: [...dateIntervals, ''] });

const fields = {
  title: title(),
  widgets: widgetsBody.optional(),
  saved_filter_tokens: tokens().optional(),
  date_bin: choice(dateBins).optional(),
  date_interval: clearableInterval.optional(),
  start_date: date().optional(),
  end_date: date().optional(),
  workspace_token: token().optional(),
};

export const dashboards = resource({
  table: 'dashboards',
  one: 'dashboard',
  many: 'dashboards',
  tag: 'Dashboards',
  prefix: 'dshbrd',
  kind: 'Dashboard',
  titleOf: (row) => row.title,
  access: dashboardAccess,
  model: Dashboard,
  create: z.object({ ...fields, date_interval: choice(dateIntervals).optional() }),
  update: z.object(fields).partial(),
  search: 'title',
  columns: async (body, ctx, current, workspace) => {
    const target = targetWorkspace(body.workspace_token, ctx, current) ?? workspace!;
    const isMoved = current !== undefined && target !== current.workspace_token;
    // A dashboard that changes its workspace takes nothing of the old one along.
    if (isMoved) await resolveWidgets(ctx, body.widgets ?? storedWidgets(current), target, []);
    const attached = attachedFilters(current);
    const wanted = body.saved_filter_tokens ?? attached;
    await demandSavedFilters(ctx, wanted, target, isMoved ? [] : attached);
    return {
      ...pick(body, ['title', 'date_bin']),
      ...dateColumns(body, current, formatDate(ctx.now)),
      workspace_token: target,
    };
  },
  saved: async (row, body, ctx) => {
    if (body.widgets) {
      const { workspace_token: workspace } = row;
      const widgets = await resolveWidgets(ctx, body.widgets, workspace, storedWidgets(row));
      await replaceWidgets(ctx, row.token, widgets);
    }
    if (body.saved_filter_tokens) {
      await replaceLinks(ctx.db, 'dashboard_saved_filters', {
        owner: { dashboard_token: row.token },
        column: 'saved_filter_token',
        tokens: body.saved_filter_tokens,
      });
    }
    return Boolean(body.widgets ?? body.saved_filter_tokens);
  },
  computed: {
    widgets: { sql: widgetsOfDashboard, ofNew: [] },
    saved_filter_tokens: {
      sql: sql`array(select saved_filter_token from dashboard_saved_filters links
        where links.dashboard_token = dashboards.token order by links.id)`,
      ofNew: [],
    },
  },
  derive: async (rows, ctx) => {
    const today = formatDate(ctx.now);
    const byToken = new Map(rows.map((row) => [row.token, shownDates(row, today)]));
    return (row) => byToken.get(row['token'] as string)!;
  },
});

/** Where an update moves a dashboard to; undefined where it stays. */
function targetWorkspace(
  named: string | undefined,
  ctx: Context,
  current: Row<'dashboards'> | undefined,
): string | undefined {
  if (!current || !named || named === current.workspace_token) return undefined;
  return chooseWorkspace(ctx, named);
}
