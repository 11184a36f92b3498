import { z } from 'zod';
import { costParameters, resolveCostQuery } from '../../domain/reports/cost-reports/index.js';
import { hasHourlyCosts } from '../../domain/costs/query/index.js';
import { operation } from '../../platform/kernel/operation.js';
import { calendarBins } from '../../platform/lib/date-intervals.js';

const CostDateBins = z
  .object({
    date_bins: z
      .array(z.enum(calendarBins))
      .describe('hour is listed if some of the costs are billed by the hour.'),
  })
  .meta({ id: 'CostDateBins' });

export const getCostDateBins = operation({
  id: 'getCostDateBins',
  tag: 'Costs',
  method: 'GET',
  path: '/v2/costs/date_bins',
  summary: 'List the date bins that the costs of a query support',
  query: costParameters,
  status: 200,
  errors: [400, 402, 404],
  response: CostDateBins,
  run: async ({ query: requested }, ctx) => {
    // Only lines know the hours of a charge.
    const byHour = { ...requested, groupings: undefined, date_bin: 'hour' as const };
    const { query } = await resolveCostQuery(ctx, byHour, { limit: 1, offset: 0 });
    const isHourly = await hasHourlyCosts(ctx.services.costs, { ...query, groupings: [] });
    return { date_bins: calendarBins.filter((bin) => bin !== 'hour' || isHourly) };
  },
});
