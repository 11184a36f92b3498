import {
  completeThroughOf,
  type Periods,
  comparedRanges,
  daysOfRecurrence,
  daysWithData,
  type CostQuery,
  planCosts,
  readChanges,
  type Amount,
  readCosts,
} from '../../domain/costs/query/index.js';
import {
  type CostParameters,
  costParameters,
  resolveCostQuery,
} from '../../domain/reports/cost-reports/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { queryFlag } from '../../platform/kernel/fields.js';
import { operation, Reply } from '../../platform/kernel/operation.js';
import { pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';
import type { DateRange } from '../../platform/lib/date-intervals.js';
import { daysIn } from '../../platform/lib/days.js';
import { ShapeFailure } from '../../platform/lib/errors.js';
import { comparisonOf, comparisonParameters } from './comparison-parameters.js';
import { freshnessHeaders } from './freshness-headers.js';
import { partialTags } from './partial-tags.js';
import {
  CostChanges,
  notComparable,
  serializeChanges,
  serializePeriod,
} from './serialize-changes.js';
import { serializeAmounts } from './serialize-costs.js';

export const getCostChanges = operation({
  id: 'getCostChanges',
  tag: 'Costs',
  method: 'GET',
  path: '/v2/costs/changes',
  summary: 'Explain how costs changed between two periods: the groups that drove the difference',
  query: costParameters.extend({
    ...pageQuery,
    ...comparisonParameters,
    per_day: queryFlag()
      .optional()
      .describe('Compare averages per day of each period instead of sums.'),
  }),
  status: 200,
  errors: [400, 402, 404],
  response: CostChanges,
  run: async ({ query: requested }, ctx) => {
    const page = pageOf(requested, { default: 10, max: 1000 });
    const compareWith = comparisonOf(requested) ?? 'previous_period';
    const { query, scope } = await resolveCostQuery(ctx, requested, page);
    requireCosts(query);
    const range = { start: query.startDate, end: query.endDate };
    const completeThrough = completeThroughOf(scope, query.today);
    const ranges = completeThrough && comparedRanges(range, completeThrough, compareWith);
    const periods = ranges ? { before: ranges.previous, after: ranges.current } : undefined;
    const { per_day: perDay = false } = requested;
    const head = {
      currency: query.conversion.to,
      complete_through: completeThrough,
      per_day: perDay,
    };
    const headers = freshnessHeaders(scope, query.today);
    const linksTo = (count: number) => pageLinks(ctx.origin, ctx.url, page, count);
    if (!periods) {
      return new Reply({ links: linksTo(0), ...head, ...notComparable }, { headers });
    }
    const both = await queryBoth(ctx, requested, periods, page);
    const [before, after] = await Promise.all([
      readTotal(ctx, both, periods.before),
      readTotal(ctx, both, periods.after),
    ]);
    const withData = (period: DateRange) => daysWithData(period, scope, completeThrough!);
    const hasAllDays = [periods.before, periods.after].every(
      (period) => withData(period) === daysIn(period),
    );
    const totals = { before: before.total.amount, after: after.total.amount };
    const changes = hasAllDays
      ? await readChanges(ctx.services.costs, {
          query: both,
          resolveLines: () => queryLines(ctx, requested, periods, page),
          periods,
          totals,
          perDay,
        })
      : undefined;
    const shown = changes?.whole ?? totals;
    const unconverted = {
      before: before.unconverted,
      after: after.unconverted,
    };
    const body = {
      links: linksTo(changes?.driverCount ?? 0),
      ...head,
      ...(changes ? serializeChanges(planCosts(query), changes) : notComparable),
      before: serializePeriod(periods.before, withData(periods.before), shown.before),
      after: serializePeriod(periods.after, withData(periods.after), shown.after),
      ...partialTags(both, spanOf(periods).start),
      ...(hasAny(unconverted) && {
        unconverted_costs: {
          before: serializeAmounts(unconverted.before),
          after: serializeAmounts(unconverted.after),
        },
      }),
    };
    return new Reply(body, { headers });
  },
});

const hasAny = ({ before, after }: { before: Amount[]; after: Amount[] }) =>
  before.length + after.length > 0;

function requireCosts({ settings }: CostQuery): void {
  if (settings.aggregateBy === 'cost') return;
  throw new ShapeFailure(['settings[aggregate_by] must be cost']);
}

/** The days from the first of two periods to the last. */
const spanOf = ({ before, after }: Periods): DateRange => ({
  start: before.start < after.start ? before.start : after.start,
  end: before.end > after.end ? before.end : after.end,
});

/** A query over both periods: its filters, virtual tags and exchange rates apply to either. */
async function queryBoth(
  ctx: Context,
  requested: CostParameters,
  periods: Periods,
  page: { limit: number; offset: number },
): Promise<CostQuery> {
  const { start, end } = spanOf(periods);
  const parameters = { ...requested, start_date: start, end_date: end };
  return (await resolveCostQuery(ctx, parameters, page)).query;
}

/** The same query for its lines, over the days that tell whether fees recur. */
async function queryLines(
  ctx: Context,
  requested: CostParameters,
  periods: Periods,
  page: { limit: number; offset: number },
): Promise<CostQuery> {
  const { start, end } = daysOfRecurrence(spanOf(periods));
  const parameters = { ...requested, start_date: start, end_date: end };
  return (await resolveCostQuery(ctx, parameters, { ...page, explained: true })).query;
}

const readTotal = (ctx: Context, query: CostQuery, { start, end }: DateRange) =>
  readCosts(ctx.services.costs, {
    ...query,
    startDate: start,
    endDate: end,
    groupings: [],
    dateBin: 'range',
    limit: 1,
    offset: 0,
  });
