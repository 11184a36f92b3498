import {
  flowDirections,
  flowGroupingList,
  flowIntervals,
  flowWeights,
  joinFlowGroupings,
  networkFlowReports,
} from '../../domain/optimise/network-flows/index.js';
import { reportResource } from '../../domain/costs/saved-reports/index.js';
import { choice } from '../../platform/kernel/fields.js';
import { pick } from '../../platform/lib/pick.js';

export const networkFlowReportResource = reportResource(networkFlowReports, {
  one: 'network_flow_report',
  many: 'network_flow_reports',
  tag: 'NetworkFlowReports',
  filterKind: 'network_flow_report',
  intervals: flowIntervals,
  fields: {
    groupings: flowGroupingList().optional(),
    flow_direction: choice(flowDirections).optional(),
    flow_weight: choice(flowWeights).optional(),
  },
  columns: (body, ctx, current) => ({
    ...pick(body, ['flow_direction', 'flow_weight']),
    ...(body.groupings && { groupings: joinFlowGroupings(body.groupings) }),
    ...(!current && { created_by_token: ctx.actor.token || null }),
  }),
});
