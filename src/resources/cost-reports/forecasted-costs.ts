import { z } from 'zod';
import { ShapeFailure } from '../../kernel/errors.js';
import { described, queryDate } from '../../kernel/fields.js';
import { operation } from '../../kernel/operation.js';
import { Links, pageLinks, pageOf, pageQuery } from '../../kernel/paging.js';
import { providerKeys, resolveProvider } from '../../vql/index.js';
import { costReports } from './cost-reports.js';

const providerDescription = { type: 'string', enum: [...providerKeys, 'all'] };

const provider = z
  .string()
  .refine((key) => key === 'all' || resolveProvider(key) === key, {
    error: 'does not have a valid value',
  })
  .register(described, providerDescription);

const ForecastedCost = z
  .object({
    date: z.string(),
    amount: z.string(),
    provider: z.string().register(described, providerDescription),
    service: z.string().describe('all for the sum over services.'),
  })
  .meta({ id: 'ForecastedCost' });

export const getForecastedCosts = operation({
  id: 'getForecastedCosts',
  tag: 'Costs',
  method: 'GET',
  path: '/v2/cost_reports/{cost_report_token}/forecasted_costs',
  summary: 'Read what a cost report is expected to cost, day by day',
  params: z.object({ cost_report_token: z.string() }),
  query: z.object({
    start_date: queryDate().optional(),
    end_date: queryDate().optional(),
    provider: provider.optional(),
    service: z.string().optional(),
    ...pageQuery,
  }),
  status: 200,
  errors: [404],
  response: z
    .object({
      links: Links,
      forecasted_costs: z.array(ForecastedCost),
      currency: z.string().describe('Of the workspace.'),
    })
    .meta({ id: 'ForecastedCosts' }),
  run: async ({ params, query }, ctx) => {
    const report = await costReports.rows.load(ctx, params.cost_report_token);
    const { start_date: start, end_date: end } = query;
    if (start && end && start > end) {
      throw new ShapeFailure(['start_date must not be after end_date']);
    }
    const { currency } = await ctx.db
      .selectFrom('workspaces')
      .select('currency')
      .where('token', '=', report.workspace_token)
      .executeTakeFirstOrThrow();
    return {
      links: pageLinks(ctx.origin, ctx.url, pageOf(query), 0),
      // The job that computes the daily baseline of each report will fill this; a report that it has
      // not come to yet has no rows then either.
      forecasted_costs: [],
      currency,
    };
  },
});
