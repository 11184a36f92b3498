import { z } from 'zod';
import {
  costParameters,
  resolveComparison,
  resolveCostQuery,
} from '../../domain/reports/cost-reports/index.js';
import {
  completeThroughOf,
  groupOrders,
  type CostQuery,
  planCosts,
  readSeries,
  type Series,
} from '../../domain/costs/query/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { operation, Reply } from '../../platform/kernel/operation.js';
import { Links, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';
import { type CalendarBin, calendarBins } from '../../platform/lib/date-intervals.js';
import { daysIn } from '../../platform/lib/days.js';
import { formatDecimal } from '../../platform/lib/decimal.js';
import { ShapeFailure } from '../../platform/lib/errors.js';
import { freshnessHeaders } from './freshness-headers.js';
import { CostPartial, serializeAmounts } from './serialize-costs.js';
import { comparisonOf, comparisonParameters } from './comparison-parameters.js';
import { groupFields, serializeGroup } from './serialize-group.js';
import { CostChange, CostComparison, readChanges } from './series-changes.js';
import { listParameters, resolveList } from './series-list.js';

const seriesFields = {
  amount: z.string().describe('Total of the range.'),
  amounts: z.array(z.string()).describe('One amount per bin.'),
  change: CostChange.nullable().describe(
    'Null without a comparison, or if costs of some of its days have not been imported.',
  ),
};

const CostSeriesTotal = z.object(seriesFields).meta({ id: 'CostSeriesTotal' });

const CostSeriesGroup = z
  .object({
    ...groupFields,
    ...seriesFields,
  })
  .meta({ id: 'CostSeriesGroup' });

const CostSeriesOther = z
  .object({ group_count: z.int(), ...seriesFields })
  .meta({ id: 'CostSeriesOther' });

const CostSeriesMatching = z
  .object({ group_count: z.int(), amount: z.string().describe('Sum of their amounts.') })
  .meta({ id: 'CostSeriesMatching' });

export const CostSeries = z
  .object({
    links: Links,
    currency: z.string(),
    date_bin: z.enum(calendarBins),
    start_date: z.string(),
    end_date: z.string(),
    complete_through: z
      .string()
      .nullable()
      .describe('Last day whose costs are complete; amounts of later days still grow.'),
    bins: z.array(z.string()).describe('Start of every bin up to today.'),
    total: CostSeriesTotal,
    group_count: z.int().describe('Number of all groups, whether they match the search or not.'),
    matching: CostSeriesMatching.describe(
      'The groups that match the search, which are those on all pages.',
    ),
    order_by: z
      .enum(groupOrders)
      .describe('Order of the groups: by cost if there is no change to order them by.'),
    groups: z.array(CostSeriesGroup).describe('Groups of this page, in the requested order.'),
    other: CostSeriesOther.describe('All groups that are not on this page.'),
    comparison: CostComparison.nullable(),
    unconverted_costs: z
      .array(CostPartial)
      .optional()
      .describe('Costs in currencies without an exchange rate; not included in any amount.'),
  })
  .meta({ id: 'CostSeries' });

export type CostSeries = z.output<typeof CostSeries>;

const seriesParameters = costParameters.extend({
  ...pageQuery,
  ...comparisonParameters,
  ...listParameters,
});

export const getCostSeries = operation({
  id: 'getCostSeries',
  tag: 'Costs',
  method: 'GET',
  path: '/v2/costs/series',
  summary: 'Read costs as series: the largest groups, all others together, and the total',
  query: seriesParameters,
  status: 200,
  errors: [400, 402, 404],
  response: CostSeries,
  run: async ({ query: requested }, ctx) => {
    const { body, headers } = await readCostSeries(ctx, requested);
    return new Reply(body, { headers });
  },
});

/** The response of a request, and the headers that say how fresh its costs are. */
export async function readCostSeries(ctx: Context, requested: z.output<typeof seriesParameters>) {
  const page = pageOf(requested, { default: 10, max: 1000 });
  const { query, scope } = await resolveCostQuery(ctx, requested, page);
  requireSeries(query);
  const range = { start: query.startDate, end: query.endDate };
  const compared = await resolveComparison(ctx, requested, comparisonOf(requested), {
    scope,
    range,
    today: query.today,
  });
  const list = await resolveList(ctx, requested, { query, scope, compared });
  const series = await readSeries(ctx.services.costs, query, list);
  const changes = await readChanges(ctx, requested, compared, {
    ...series,
    dateBin: query.dateBin,
  });
  const plan = planCosts(query);
  const body = {
    links: pageLinks(ctx.origin, ctx.url, page, series.matching.count),
    currency: query.conversion.to,
    date_bin: query.dateBin,
    start_date: query.startDate,
    end_date: query.endDate,
    complete_through: completeThroughOf(scope, query.today),
    bins: series.bins,
    total: { ...serializeSeries(series.total), change: changes.total },
    group_count: series.groupCount,
    matching: {
      group_count: series.matching.count,
      amount: formatDecimal(series.matching.total),
    },
    order_by: list.order,
    groups: series.groups.map((group) => ({
      ...serializeGroup(group.row, plan),
      ...serializeSeries(group),
      change: changes.groups.get(group.key) ?? null,
    })),
    other: {
      group_count: series.groupCount - series.groups.length,
      ...serializeSeries(series.other),
      change: changes.other,
    },
    comparison: changes.comparison,
    ...(series.unconverted.length > 0 && {
      unconverted_costs: serializeAmounts(series.unconverted),
    }),
  };
  return { body, headers: freshnessHeaders(scope, query.today) };
}

/** About a year of hours, and more days than any bill has. */
const maxBins = 10_000;
const binsPerDay = { hour: 24, day: 1, week: 1 / 7, month: 1 / 28, quarter: 1 / 90 };

function requireSeries({ settings, startDate, endDate, today, dateBin }: CostQuery<CalendarBin>) {
  if (settings.aggregateBy !== 'cost') {
    throw new ShapeFailure([
      'settings[aggregate_by] must be cost; GET /v2/costs has usage and counts',
    ]);
  }
  const end = endDate < today ? endDate : today;
  if (daysIn({ start: startDate, end }) * binsPerDay[dateBin] > maxBins) {
    throw new ShapeFailure([`date_bin is too small: the range has more than ${maxBins} bins`]);
  }
}

const serializeSeries = ({ total, amounts }: Series) => ({
  amount: formatDecimal(total),
  amounts: amounts.map(formatDecimal),
});
