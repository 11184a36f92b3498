import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { lastDayOfBin } from '../../../platform/lib/bins.js';
import type { CalendarBin } from '../../../platform/lib/date-intervals.js';
import { subtractDecimals, sumDecimals } from '../../../platform/lib/decimal.js';
import { formatMonth, formatShortDay } from '../../../platform/lib/format-days.js';
import {
  type Comparison,
  completeThroughOf,
  type CostSeries,
  groupingName,
  parseJoinedGroupings,
  readSeries,
} from '../../costs/query/index.js';
import {
  type CostParameters,
  nameGroups,
  readTotal,
  resolveComparison,
  resolveCostQuery,
} from '../cost-reports/index.js';
import type { ComparedAmounts, CostFigures } from './dashboard-document.js';

/** As many groups as a widget of the console lists. */
const shownGroups = 10;

/** The costs of a report with the dates and filters of a dashboard, as the console reads them. */
export async function readCostFigures(
  ctx: Context,
  report: Row<'cost_reports'>,
  parameters: CostParameters,
  compareTo: Comparison | undefined,
): Promise<CostFigures> {
  const { costs } = ctx.services;
  const requested: CostParameters = {
    ...parameters,
    cost_report_token: report.token,
    groupings: groupingsOf(report),
    'settings[aggregate_by]': 'cost',
  };
  const { query, scope } = await resolveCostQuery(ctx, requested, {
    limit: shownGroups,
    offset: 0,
  });
  const range = { start: query.startDate, end: query.endDate };
  const compared = await resolveComparison(ctx, requested, compareTo, {
    scope,
    range,
    today: query.today,
  });
  const series = await readSeries(costs, query, {
    order: 'cost',
    isDescending: true,
    names: new Map(),
    ...(compared?.queries && { compared: compared.queries }),
  });
  const total = compared?.queries && {
    current: await readTotal(costs, compared.queries.current),
    previous: await readTotal(costs, compared.queries.previous),
  };
  const nameOf = await nameGroups(ctx, query, scope);
  const completeThrough = completeThroughOf(scope, query.today);
  return {
    range,
    currency: query.conversion.to,
    completeThrough,
    total: series.total.total,
    ...(compared && { comparison: { ...compared.ranges, ...(total && { amounts: total }) } }),
    bins: series.bins.map((bin, index) => ({
      label: binLabel(bin, query.dateBin),
      amount: series.total.amounts[index]!,
      isComplete: completeThrough !== null && lastDayOfBin(bin, query.dateBin) <= completeThrough,
    })),
    groups: series.groups.map((group) => ({
      name: nameOf(group.row),
      amount: group.total,
      ...(group.compared && { compared: group.compared }),
    })),
    other: {
      name: 'All others',
      count: series.groupCount - series.groups.length,
      amount: series.other.total,
      ...(total && { compared: restOf(total, series) }),
    },
    unconverted: [...new Set(series.unconverted.map(({ currency }) => currency))],
  };
}

/** The groupings of the report; providers if it has none, as in the console. */
function groupingsOf(report: Row<'cost_reports'>): string[] {
  const stored = parseJoinedGroupings(report.groupings).map(groupingName);
  return stored.length > 0 ? stored : ['provider'];
}

/** What is left of the compared totals without the listed groups. */
function restOf(total: ComparedAmounts, { groups }: CostSeries): ComparedAmounts {
  const rest = (side: keyof ComparedAmounts) =>
    subtractDecimals(
      total[side],
      sumDecimals(groups.map(({ compared }) => compared?.[side] ?? '0')),
    );
  return { current: rest('current'), previous: rest('previous') };
}

const binLabel = (start: string, bin: CalendarBin): string =>
  bin === 'month' || bin === 'quarter' ? formatMonth(start) : formatShortDay(start.slice(0, 10));
