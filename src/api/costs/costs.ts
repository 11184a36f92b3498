import { z } from 'zod';
import { planCosts, readCosts } from '../../domain/costs/query/index.js';
import { operation, Reply } from '../../platform/kernel/operation.js';
import { Links, pageOf, pageQuery, uncountedLinks } from '../../platform/kernel/paging.js';
import { costParameters, resolveCostQuery } from '../../domain/reports/cost-reports/index.js';
import { freshnessHeaders } from './freshness-headers.js';
import {
  Cost,
  CostCount,
  CostPartial,
  serializeCost,
  serializeTotals,
  UsagePartial,
} from './serialize-costs.js';

const Costs = z
  .object({
    links: Links,
    total_cost: CostPartial.describe('Total over all pages.'),
    total_usage: z.array(UsagePartial).optional(),
    total_count: z.int().optional(),
    counts: z.array(CostCount).optional(),
    costs: z.array(Cost),
    unconverted_costs: z
      .array(CostPartial)
      .optional()
      .describe('Costs in currencies without an exchange rate; not included in the total.'),
  })
  .meta({ id: 'Costs' });

export const getCosts = operation({
  id: 'getCosts',
  tag: 'Costs',
  method: 'GET',
  path: '/v2/costs',
  summary: 'List the costs of a cost report or a filter by date bin and groupings',
  query: costParameters.extend({ ...pageQuery, order: z.enum(['asc', 'desc']).optional() }),
  status: 200,
  errors: [400, 402, 404],
  response: Costs,
  run: async ({ query: requested }, ctx) => {
    const page = pageOf(requested, { default: 1000, max: 5000 });
    // One more row than the page holds tells whether there is a next page.
    const rows = { limit: page.limit + 1, offset: page.offset };
    const { query, scope } = await resolveCostQuery(ctx, requested, rows);
    const plan = planCosts(query);
    const result = await readCosts(ctx.services.costs, query);
    const body = {
      links: uncountedLinks(ctx.origin, ctx.url, page, result.rows.length > page.limit),
      ...serializeTotals(result),
      costs: result.rows.slice(0, page.limit).map((row) => serializeCost(row, plan)),
    };
    return new Reply(body, { headers: freshnessHeaders(scope, query.today) });
  },
});
