import { z } from 'zod';
import { describePlan, planCosts } from '../../domain/costs/query/index.js';
import { costParameters, resolveCostQuery } from '../../domain/reports/cost-reports/index.js';
import { operation } from '../../platform/kernel/operation.js';

const CostPlan = z
  .object({
    first_day: z.string(),
    last_day: z.string().describe('Last day that counts; not after today.'),
    date_bin: z.string(),
    amounts: z.enum(['billed', 'amortized']),
    currency: z.string().describe('Currency of the result.'),
    converted_currencies: z.array(z.string()),
    unconverted_currencies: z
      .array(z.string())
      .describe('Currencies without an exchange rate; their costs are not in any total.'),
    tables: z.array(
      z.object({
        table: z.string(),
        sums: z.enum(['lines', 'months', 'days', 'arrays of days']).describe('What is added up.'),
        months: z.string().nullable().describe('Null if all months of the range are read.'),
      }),
    ),
    groupings: z.array(z.string()),
    excluded_charges: z.array(z.string()),
    virtual_tags: z.array(
      z.object({
        key: z.string(),
        splits: z
          .enum(['rows', 'sums'])
          .nullable()
          .describe('What its allocations split; null without allocations.'),
      }),
    ),
    conditions: z.array(z.string()).describe('What a row must meet to count, as SQL.'),
  })
  .meta({ id: 'CostPlan' });

export type CostPlan = z.output<typeof CostPlan>;

export const getCostPlan = operation({
  id: 'getCostPlan',
  tag: 'Costs',
  method: 'GET',
  path: '/v2/costs/plan',
  summary: 'Explain how costs are read: tables, filters, currencies and virtual tags',
  query: costParameters,
  status: 200,
  errors: [400, 402, 404],
  response: CostPlan,
  run: async ({ query: requested }, ctx) => {
    const { query } = await resolveCostQuery(ctx, requested, { limit: 0, offset: 0 });
    return describePlan(planCosts(query));
  },
});
