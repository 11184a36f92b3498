import { z } from 'zod';
import {
  dashboardDateBins,
  dashboards,
  storedWidgets,
} from '../../domain/reports/dashboards/index.js';
import {
  attachedFilterTokens,
  requireSavedFilters,
} from '../../domain/reports/saved-filters/index.js';
import type { Context } from '../../platform/kernel/context.js';
import {
  choice,
  date,
  openApiSchemas,
  emptyValueRules,
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
import { dateColumns } from './dashboard-dates.js';
import { replaceWidgets, resolveWidgets, widgetsBody } from './widgets.js';

/** Only "" clears the interval, together with the dates. */
const clearableInterval = z
  .enum(dateIntervals)
  .nullable()
  .register(emptyValueRules, { blank: 'clears' })
  .register(openApiSchemas, { type: 'string', enum: [...dateIntervals, ''] });

const fields = {
  title: title(),
  widgets: widgetsBody.optional(),
  saved_filter_tokens: tokens().optional(),
  date_bin: choice(dashboardDateBins).optional(),
  date_interval: clearableInterval.optional(),
  start_date: date().optional(),
  end_date: date().optional(),
  workspace_token: token().optional(),
};

export const dashboardResource = resource(dashboards, {
  one: 'dashboard',
  many: 'dashboards',
  tag: 'Dashboards',
  create: z.object({ ...fields, date_interval: choice(dateIntervals).optional() }),
  update: z.object(fields).partial(),
  search: 'title',
  columns: async (body, ctx, current, workspace) => {
    const target = targetWorkspace(body.workspace_token, ctx, current) ?? workspace!;
    const isMoved = current !== undefined && target !== current.workspace_token;
    // A dashboard that moves to another workspace cannot keep widgets and filters of the old one.
    if (isMoved) await resolveWidgets(ctx, body.widgets ?? storedWidgets(current), target, []);
    const attached = attachedFilterTokens(current);
    const requested = body.saved_filter_tokens ?? attached;
    await requireSavedFilters(ctx, requested, target, isMoved ? [] : attached);
    return {
      ...pick(body, ['title', 'date_bin']),
      ...dateColumns(body, current, formatDate(ctx.now)),
      workspace_token: target,
    };
  },
  afterSave: async (row, body, ctx) => {
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
});

/** The workspace that an update moves a dashboard to; undefined if it stays. */
function targetWorkspace(
  requested: string | undefined,
  ctx: Context,
  current: Row<'dashboards'> | undefined,
): string | undefined {
  if (!current || !requested || requested === current.workspace_token) return undefined;
  return chooseWorkspace(ctx, requested);
}
