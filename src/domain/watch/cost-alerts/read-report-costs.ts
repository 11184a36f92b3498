import type { Context } from '../../../platform/kernel/context.js';
import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { DomainFailure } from '../../../platform/lib/errors.js';
import { readCompleteness, resolveCostQuery } from '../../reports/cost-reports/index.js';
import {
  type CostPlan,
  groupingName,
  parseJoinedGroupings,
  planCosts,
  type CostRow,
  readCosts,
  readCustomProviderNames,
} from '../../costs/query/index.js';
import { type ReportCosts, groupDailyCosts } from './report-costs.js';

/** Groups times days: more would not fit into memory beside those of other requests. */
const maxRows = 500_000;

/** A report without groupings is split by these. */
const defaultGroupings = ['provider', 'service'];

export interface WatchedReport {
  token: string;
  title: string;
  groupings: string | null;
}

/** The costs of a report by day and group, in the currency of its workspace, in one query. */
export async function readReportCosts(
  ctx: Context,
  report: WatchedReport,
  range: DateRange,
): Promise<ReportCosts> {
  const groupings = parseJoinedGroupings(report.groupings).map(groupingName);
  const { query, scope } = await resolveCostQuery(
    ctx,
    {
      cost_report_token: report.token,
      start_date: range.start,
      end_date: range.end,
      date_bin: 'day',
      groupings: groupings.length > 0 ? groupings : defaultGroupings,
      'settings[aggregate_by]': 'cost',
      order: 'asc',
    },
    { limit: maxRows, offset: 0 },
  );
  const { rows } = await readCosts(ctx.services.costs, query);
  if (rows.length === maxRows) {
    throw new DomainFailure([`The report ${report.title} has too many groups to be watched`]);
  }
  const currency = query.conversion.to;
  const plan = planCosts(query);
  const costs = rows
    // Costs without an exchange rate cannot be added to the others.
    .filter((row) => row.currency === currency)
    .map((row) => ({ day: row.accrued_at, values: valuesOf(row, plan), amount: row.amount }));
  const { completeThrough } = await readCompleteness(ctx, report.token);
  return {
    ...groupDailyCosts(costs, await readCustomProviderNames(ctx.db, scope)),
    firstDay: scope.loads.map(({ first }) => first).toSorted()[0] ?? null,
    completeThrough,
    currency,
  };
}

function valuesOf(row: CostRow, { groups, byUnit }: CostPlan): (string | boolean | null)[] {
  const values = groups.map(({ name }) => row[name as `g${number}`] ?? null);
  return byUnit ? [...values, row.unit ?? null] : values;
}
