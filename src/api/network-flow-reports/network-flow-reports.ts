import { z } from 'zod';
import {
  flowDirections,
  flowGroupingList,
  flowWeights,
  joinFlowGroupings,
  flowDateColumns,
  flowIntervals,
  networkFlowReports,
} from '../../domain/optimise/network-flows/index.js';
import { checkFilter } from '../../domain/costs/vql/index.js';
import { choice, date, filter, title, token } from '../../platform/kernel/fields.js';
import { resource } from '../../platform/kernel/resource.js';
import { pick } from '../../platform/lib/pick.js';

const fields = {
  title: title(),
  filter: filter().optional(),
  date_interval: choice(flowIntervals).optional(),
  start_date: date().optional().describe('Used with the interval custom.'),
  end_date: date().optional().describe('Used with the interval custom.'),
  groupings: flowGroupingList().optional(),
  flow_direction: choice(flowDirections).optional(),
  flow_weight: choice(flowWeights).optional(),
};

export const networkFlowReportResource = resource(networkFlowReports, {
  one: 'network_flow_report',
  many: 'network_flow_reports',
  tag: 'NetworkFlowReports',
  create: z.object({ ...fields, workspace_token: token() }),
  update: z.object(fields).partial(),
  search: 'title',
  errors: { create: [400, 422], update: [400, 404, 422] },
  columns: (body, ctx, current) => {
    checkFilter('network_flow_report', body.filter ?? null);
    return {
      ...pick(body, ['title', 'filter', 'flow_direction', 'flow_weight']),
      ...(body.groupings && { groupings: joinFlowGroupings(body.groupings) }),
      ...flowDateColumns(body),
      ...(current ? {} : { created_by_token: ctx.actor.token || null }),
    };
  },
});
