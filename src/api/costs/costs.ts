import { z } from 'zod';
import { readCosts } from '../../domain/costs/read-costs.js';
import type { CostScope } from '../../domain/costs/cost-scope.js';
import { operation, Reply } from '../../platform/kernel/operation.js';
import { Links, pageOf, pageQuery, uncountedLinks } from '../../platform/kernel/paging.js';
import { addDays } from '../../platform/lib/days.js';
import { formatTimestamp } from '../../platform/lib/time.js';
import { costParameters, costQuestion } from '../../domain/cost-reports/cost-question.js';
import { Cost, CostCount, CostPartial, showCost, showTotals, UsagePartial } from './show-costs.js';

const Costs = z
  .object({
    links: Links,
    total_cost: CostPartial.describe('Of the whole range, not of the page.'),
    total_usage: z.array(UsagePartial).optional(),
    total_count: z.int().optional(),
    counts: z.array(CostCount).optional(),
    costs: z.array(Cost),
    unconverted_costs: z
      .array(CostPartial)
      .optional()
      .describe('Costs in currencies without an exchange rate; no part of the total.'),
  })
  .meta({ id: 'Costs' });

export const getCosts = operation({
  id: 'getCosts',
  tag: 'Costs',
  method: 'GET',
  path: '/v2/costs',
  summary: 'Costs of a report or a filter, by bins of time and groupings',
  query: costParameters.extend({ ...pageQuery, order: z.enum(['asc', 'desc']).optional() }),
  status: 200,
  errors: [400, 402, 404],
  response: Costs,
  run: async ({ query: asked }, ctx) => {
    const page = pageOf(asked, { default: 1000, max: 5000 });
    // One more than the page holds tells whether there is another page.
    const rows = { limit: page.limit + 1, offset: page.offset };
    const { query, scope } = await costQuestion(ctx, asked, rows);
    const answer = await readCosts(ctx.services.costs, query);
    const body = {
      links: uncountedLinks(ctx.origin, ctx.url, page, answer.rows.length > page.limit),
      ...showTotals(answer),
      costs: answer.rows.slice(0, page.limit).map((row) => showCost(row, query)),
    };
    return new Reply(body, { headers: freshness(scope, query.today) });
  },
});

/** How fresh the costs are that an answer rests on; no day is complete before it is over. */
function freshness({ asOf, completeThrough }: CostScope, today: string): Record<string, string> {
  const yesterday = addDays(today, -1);
  return {
    ...(asOf && { 'x-farthing-data-as-of': formatTimestamp(asOf) }),
    ...(completeThrough && {
      'x-farthing-complete-through': completeThrough < yesterday ? completeThrough : yesterday,
    }),
  };
}
