import { z } from 'zod';
import { comparisons } from '../../domain/costs/query/index.js';
import { readDashboard, storeDashboard } from '../../domain/reports/dashboard-files/index.js';
import { dashboards } from '../../domain/reports/dashboards/index.js';
import { signFileUrl } from '../../platform/auth/signed-file-urls.js';
import { choice, queryDate, tokens } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { ShapeFailure } from '../../platform/lib/errors.js';
import { addSeconds } from '../../platform/lib/time.js';

const validSeconds = 300;

const createDashboardFile = operation({
  id: 'createDashboardFile',
  tag: 'Console',
  method: 'POST',
  path: '/console/dashboards/{dashboard_token}/pdf',
  summary: 'Print a dashboard as you look at it; the link is valid for five minutes',
  params: z.object({ dashboard_token: z.string() }),
  body: z.object({
    start_date: queryDate().optional().describe('Instead of the dates of the dashboard.'),
    end_date: queryDate().optional(),
    compare_to: choice(comparisons).optional(),
    saved_filter_tokens: tokens().max(100).optional().describe('Narrow its reports further.'),
  }),
  status: 200,
  errors: [400, 404],
  readsOnly: true,
  response: z.object({ download_url: z.string() }),
  run: async ({ params, body }, ctx) => {
    const { start_date: start, end_date: end, compare_to: compareTo } = body;
    if ((start === undefined) !== (end === undefined)) {
      throw new ShapeFailure(['start_date and end_date must be sent together']);
    }
    if (start && end && start > end) {
      throw new ShapeFailure(['start_date must not be after end_date']);
    }
    const dashboard = await dashboards.rows.load(ctx, params.dashboard_token);
    const document = await readDashboard(ctx, dashboard, {
      ...(start && end && { range: { start, end } }),
      ...(compareTo && { compareTo }),
      savedFilters: body.saved_filter_tokens ?? [],
    });
    // Each caller overwrites their own file: others may see other figures.
    const key = await storeDashboard(
      ctx.services,
      `${dashboard.token}/${ctx.actor.token || 'operator'}`,
      document,
    );
    const validUntil = addSeconds(ctx.now, validSeconds);
    return { download_url: signFileUrl(ctx.services.vault, ctx.origin, key, validUntil) };
  },
});

export const dashboardFiles = [createDashboardFile];
