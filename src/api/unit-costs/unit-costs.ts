import { z } from 'zod';
import { readAttachedMetrics } from '../../domain/business-metrics/attached-metrics.js';
import { readUnitCosts } from '../../domain/business-metrics/unit-costs.js';
import { calendarBins } from '../../platform/lib/date-intervals.js';
import { queryDate } from '../../platform/kernel/fields.js';
import { loadReport } from '../../domain/cost-reports/cost-report.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageOf, pageQuery, uncountedLinks } from '../../platform/kernel/paging.js';
import { attachmentShape } from '../../domain/cost-reports/attachments.js';
import { costQuestion } from '../../domain/cost-reports/cost-question.js';

const UnitCost = z
  .object({
    business_metric_token: z.string(),
    business_metric_title: z.string(),
    calculation_type: attachmentShape.calculation_type.nullable(),
    unit_cost_amount: z.string().describe('A percentage where the calculation is gross_margin.'),
    business_metric_amount: z.string().describe('Sum of the bin, not divided by the scale.'),
    scale: z.number().describe('How many units the cost is for.'),
    date: z.string().describe('First day, or hour, of the bin.'),
  })
  .meta({ id: 'UnitCost' });

export const getUnitCosts = operation({
  id: 'getUnitCosts',
  tag: 'UnitCosts',
  method: 'GET',
  path: '/v2/unit_costs',
  summary: 'What the costs of a report come to per unit of its business metrics',
  query: z.object({
    cost_report_token: z.string(),
    start_date: queryDate().optional().describe('First day, included.'),
    end_date: queryDate().optional().describe('Last day, included.'),
    date_bin: z.enum(calendarBins).optional(),
    order: z.enum(['asc', 'desc']).optional().describe('By date.'),
    ...pageQuery,
  }),
  status: 200,
  errors: [400, 402, 404],
  response: z.object({ links: Links, unit_costs: z.array(UnitCost) }).meta({ id: 'UnitCosts' }),
  run: async ({ query: { page: number, limit, order = 'desc', ...asked } }, ctx) => {
    const page = pageOf({ page: number, limit }, { default: 1000, max: 1000, strict: true });
    // One more than the page holds tells whether there is another page.
    const rows = { limit: page.limit + 1, offset: page.offset };
    const { query } = await costQuestion(ctx, asked, rows);
    const report = await loadReport(ctx, asked.cost_report_token);
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
