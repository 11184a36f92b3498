import { z } from 'zod';
import { readAttachedMetrics, readUnitCosts } from '../../domain/reports/business-metrics/index.js';
import {
  loadReport,
  attachmentFields,
  costParameters,
  resolveCostQuery,
} from '../../domain/reports/cost-reports/index.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageOf, pageQuery, uncountedLinks } from '../../platform/kernel/paging.js';

const UnitCost = z
  .object({
    business_metric_token: z.string(),
    business_metric_title: z.string(),
    calculation_type: attachmentFields.calculation_type.nullable(),
    unit_cost_amount: z
      .string()
      .describe('Cost per scale units; a percentage if calculation_type is gross_margin.'),
    business_metric_amount: z.string().describe('Sum of the values in the date bin.'),
    scale: z.number().describe('Number of units the cost is for.'),
    date: z.string().describe('First day or hour of the date bin.'),
  })
  .meta({ id: 'UnitCost' });

export const getUnitCosts = operation({
  id: 'getUnitCosts',
  tag: 'UnitCosts',
  method: 'GET',
  path: '/v2/unit_costs',
  summary: 'List the costs of a cost report per unit of its business metrics',
  query: z.object({
    ...costParameters.omit({ workspace_token: true, groupings: true }).shape,
    cost_report_token: z.string(),
    order: z.enum(['asc', 'desc']).optional().describe('Sort order of the dates.'),
    ...pageQuery,
  }),
  status: 200,
  errors: [400, 402, 404],
  response: z.object({ links: Links, unit_costs: z.array(UnitCost) }).meta({ id: 'UnitCosts' }),
  run: async ({ query: { page: number, limit, order = 'desc', ...requested } }, ctx) => {
    const page = pageOf({ page: number, limit }, { default: 1000, max: 1000, strict: true });
    // One more row than the page holds tells whether there is a next page.
    const rows = { limit: page.limit + 1, offset: page.offset };
    const { query } = await resolveCostQuery(ctx, requested, rows);
    const report = await loadReport(ctx, requested.cost_report_token);
    const attached = await readAttachedMetrics(ctx.db, report.token);
    const { services, db } = ctx;
    const stores = { db, costs: services.costs };
    const found = await readUnitCosts(stores, { attached, query, order, ...rows });
    return {
      links: uncountedLinks(ctx.origin, ctx.url, page, found.length > page.limit),
      unit_costs: found.slice(0, page.limit),
    };
  },
});
