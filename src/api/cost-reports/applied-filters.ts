import { z } from 'zod';
import {
  type AppliedSavedFilter,
  readAppliedFilters,
  loadReport,
} from '../../domain/reports/cost-reports/index.js';
import { loadDashboardWithReport } from '../../domain/reports/dashboards/index.js';
import { savedFilters } from '../../domain/reports/saved-filters/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { operation } from '../../platform/kernel/operation.js';

const AppliedFilter = z
  .object({
    origin: z
      .enum(['report', 'saved_filter', 'folder', 'dashboard'])
      .describe("The report's own filter, or what a saved filter is attached to."),
    origin_token: z.string().nullable().describe('Report, folder or dashboard.'),
    origin_title: z.string().nullable(),
    token: z.string().nullable().describe('Saved filter; null for the filter of the report.'),
    title: z
      .string()
      .nullable()
      .describe('Null for the filter of the report, and for saved filters you cannot see.'),
    filter: z.string().nullable().describe('VQL; null for saved filters you cannot see.'),
  })
  .meta({ id: 'AppliedFilter' });

export const getAppliedFilters = operation({
  id: 'getAppliedFilters',
  tag: 'Costs',
  method: 'GET',
  path: '/v2/cost_reports/{cost_report_token}/applied_filters',
  summary: 'List every filter that acts on a cost report',
  params: z.object({ cost_report_token: z.string() }),
  query: z.object({
    dashboard_token: z
      .string()
      .optional()
      .describe('Dashboard that contains the report; its saved filters are listed too.'),
  }),
  status: 200,
  errors: [400, 404],
  response: z.object({ applied_filters: z.array(AppliedFilter) }).meta({ id: 'AppliedFilters' }),
  run: async ({ params, query: { dashboard_token: dashboard } }, ctx) => {
    const report = await loadReport(ctx, params.cost_report_token);
    if (dashboard !== undefined) await loadDashboardWithReport(ctx, dashboard, report);
    const { own: filter, saved } = await readAppliedFilters(ctx.db, report, dashboard);
    const own = { token: null, title: null, filter };
    const origin = { origin_token: report.token, origin_title: report.title };
    return {
      applied_filters: [
        ...(filter ? [{ origin: 'report' as const, ...origin, ...own }] : []),
        ...(await Promise.all(
          saved.map(async (each) => ({
            origin: each.origin === 'report' ? ('saved_filter' as const) : each.origin,
            origin_token: each.owner ?? report.token,
            origin_title: each.owner === null ? report.title : each.owner_title,
            ...(await visiblePart(ctx, each)),
          })),
        )),
      ],
    };
  },
});

/** A filter acts on everyone who sees the report, but its text is read only by those who see the filter. */
async function visiblePart(ctx: Context, { token, title, filter }: AppliedSavedFilter) {
  const isVisible = (await savedFilters.rows.find(ctx, token)) !== undefined;
  return isVisible ? { token, title, filter } : { token, title: null, filter: null };
}
