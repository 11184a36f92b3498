import { z } from 'zod';
import { type Periods } from '../../domain/costs/build-changes.js';
import { daysWithData, periodsOf } from '../../domain/costs/change-periods.js';
import {
  type CostParameters,
  costParameters,
  resolveCostQuery,
} from '../../domain/cost-reports/resolve-cost-query.js';
import { type Comparison, comparisons } from '../../domain/costs/comparison.js';
import type { CostQuery } from '../../domain/costs/cost-query.js';
import { readChanges } from '../../domain/costs/read-changes.js';
import { type Amount, readCosts } from '../../domain/costs/read-costs.js';
import type { Context } from '../../platform/kernel/context.js';
import { queryDate } from '../../platform/kernel/fields.js';
import { operation, Reply } from '../../platform/kernel/operation.js';
import { pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';
import type { DateRange } from '../../platform/lib/date-intervals.js';
import { daysIn } from '../../platform/lib/days.js';
import { ShapeFailure } from '../../platform/lib/errors.js';
import { completeThroughOf, freshnessHeaders } from './freshness-headers.js';
import { CostChanges, serializeChanges, serializePeriod } from './serialize-changes.js';
import { serializeAmounts } from './serialize-costs.js';

export const getCostChanges = operation({
  id: 'getCostChanges',
  tag: 'Costs',
  method: 'GET',
  path: '/v2/costs/changes',
  summary: 'Explain how costs changed between two periods: the groups that drove the difference',
  query: costParameters.extend({
    ...pageQuery,
    compare_to: z
      .enum(comparisons)
      .optional()
      .describe('Period to compare with; previous_period unless dates are given.'),
    compare_start_date: queryDate().optional().describe('First day to compare with.'),
    compare_end_date: queryDate().optional().describe('Last day to compare with.'),
  }),
  status: 200,
  errors: [400, 402, 404],
  response: CostChanges,
  run: async ({ query: requested }, ctx) => {
    const page = pageOf(requested, { default: 10, max: 1000 });
    const compareWith = comparisonOf(requested);
    const { query, scope } = await resolveCostQuery(ctx, requested, page);
    requireCosts(query);
    const range = { start: query.startDate, end: query.endDate };
    const completeThrough = completeThroughOf(scope, query.today);
    const periods = completeThrough ? periodsOf(range, completeThrough, compareWith) : undefined;
    const head = { currency: query.conversion.to, complete_through: completeThrough };
    const headers = freshnessHeaders(scope, query.today);
    const linksTo = (count: number) => pageLinks(ctx.origin, ctx.url, page, count);
    if (!periods) {
      return new Reply({ links: linksTo(0), ...head, ...serializeChanges(query) }, { headers });
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
      ? await readChanges(ctx.services.costs, both, periods, totals)
      : undefined;
    const unconverted = {
      before: before.unconverted,
      after: after.unconverted,
    };
    const body = {
      links: linksTo(changes?.driverCount ?? 0),
      ...head,
      ...serializeChanges(query, totals, changes),
      before: serializePeriod(periods.before, withData(periods.before), totals.before),
      after: serializePeriod(periods.after, withData(periods.after), totals.after),
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

interface CompareParameters {
  compare_to?: Comparison;
  compare_start_date?: string;
  compare_end_date?: string;
}

function comparisonOf(requested: CompareParameters): Comparison | DateRange {
  const { compare_to: name, compare_start_date: start, compare_end_date: end } = requested;
  if (start === undefined && end === undefined) return name ?? 'previous_period';
  if (start === undefined || end === undefined) {
    throw new ShapeFailure(['compare_start_date and compare_end_date must be given together']);
  }
  if (name !== undefined) {
    throw new ShapeFailure(['compare_to must not be given with compare_start_date']);
  }
  if (start > end)
    throw new ShapeFailure(['compare_start_date must not be after compare_end_date']);
  return { start, end };
}

function requireCosts({ settings }: CostQuery): void {
  if (settings.aggregateBy === 'cost') return;
  throw new ShapeFailure(['settings[aggregate_by] must be cost']);
}

/** A query over both periods: its filters, virtual tags and exchange rates apply to either. */
async function queryBoth(
  ctx: Context,
  requested: CostParameters,
  { before, after }: Periods,
  page: { limit: number; offset: number },
): Promise<CostQuery> {
  const parameters = {
    ...requested,
    start_date: before.start < after.start ? before.start : after.start,
    end_date: before.end > after.end ? before.end : after.end,
  };
  return (await resolveCostQuery(ctx, parameters, page)).query;
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
