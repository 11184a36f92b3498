import type { Context } from '../../../platform/kernel/context.js';
import { requestedWorkspace } from '../../../platform/kernel/workspace-choice.js';
import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { ShapeFailure, notFound } from '../../../platform/lib/errors.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { formatDate } from '../../../platform/lib/time.js';
import { checkFilter } from '../../costs/vql/index.js';
import {
  type FlowDirection,
  type FlowGrouping,
  type FlowWeight,
  defaultFlowGroupings,
  readDatePair,
  splitFlowGroupings,
} from './flow-groupings.js';
import {
  type RelativeFlowInterval,
  flowRangeOf,
  resolveFlowInterval,
} from './flow-report-dates.js';
import { networkFlowReports } from './network-flow-report.js';
import type { FlowQuery } from './read-flows.js';

/** Parameters of a request for network flows. */
export interface FlowParameters {
  network_flow_report_token?: string | undefined;
  workspace_token?: string | undefined;
  filter?: string | undefined;
  date_interval?: RelativeFlowInterval | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
  groupings?: FlowGrouping[] | undefined;
  flow_direction?: FlowDirection | undefined;
  flow_weight?: FlowWeight | undefined;
}

/** Fills in what a request leaves open from its report, or from the defaults of a query without one. */
export async function resolveFlowQuery(
  ctx: Context,
  requested: FlowParameters,
): Promise<FlowQuery> {
  const { network_flow_report_token: token, filter } = requested;
  if (token === undefined && filter === undefined) {
    throw new ShapeFailure(['network_flow_report_token or filter is missing']);
  }
  const checked = checkFilter('network_flow_report', filter ?? null);
  const dates = requestedRange(requested, formatDate(ctx.now));
  const report = token === undefined ? undefined : await networkFlowReports.rows.load(ctx, token);
  if (report === undefined && dates === undefined) {
    throw new ShapeFailure(['date_interval, or start_date and end_date, are missing']);
  }
  return {
    workspace: report?.workspace_token ?? requireWorkspace(ctx, requested),
    range: dates ?? flowRangeOf(report!, formatDate(ctx.now)),
    filter:
      filter === undefined ? checkFilter('network_flow_report', report?.filter ?? null) : checked,
    groupings: groupingsOf(requested, report),
    direction: requested.flow_direction ?? (report?.flow_direction as FlowDirection) ?? 'all',
    weight: requested.flow_weight ?? (report?.flow_weight as FlowWeight) ?? 'costs',
  };
}

function groupingsOf(
  { groupings }: FlowParameters,
  report: Row<'network_flow_reports'> | undefined,
): readonly FlowGrouping[] {
  if (groupings !== undefined && groupings.length > 0) return groupings;
  return report ? splitFlowGroupings(report.groupings) : defaultFlowGroupings;
}

function requestedRange(
  { date_interval: interval, start_date: start, end_date: end }: FlowParameters,
  today: string,
): DateRange | undefined {
  const dates = readDatePair(start, end);
  if (interval !== undefined && dates !== undefined) {
    throw new ShapeFailure(['date_interval cannot be combined with start_date and end_date']);
  }
  return dates ?? (interval === undefined ? undefined : resolveFlowInterval(interval, today));
}

function requireWorkspace(ctx: Context, requested: FlowParameters): string {
  const workspace = requestedWorkspace(ctx, requested.workspace_token);
  if (workspace === undefined) throw notFound('Workspace');
  return workspace;
}
