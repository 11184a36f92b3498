import { z } from 'zod';
import {
  type FlowGrouping,
  flowDirections,
  flowGroupingList,
  flowGroupings,
  flowWeights,
  readFlowLabels,
  relativeFlowIntervals,
  readFlows,
  resolveFlowQuery,
} from '../../domain/optimise/network-flows/index.js';
import { queryDate } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageOf, pageQuery, uncountedLinks } from '../../platform/kernel/paging.js';
import { formatDecimal } from '../../platform/lib/decimal.js';

const FlowGroup = z
  .object({
    value: z.string().nullable(),
    label: z.string().nullable().describe('Readable name, or the value.'),
    provider_resource_token: z.string().nullable(),
  })
  .meta({ id: 'NetworkFlowGroup' });

const groups = Object.fromEntries(
  flowGroupings.map((name) => [name, FlowGroup.optional()]),
) as Record<FlowGrouping, z.ZodOptional<typeof FlowGroup>>;

const NetworkFlowLog = z
  .object({
    groupings: z.object(groups).describe('Value of each grouping, by its name.'),
    bytes: z.number().describe('Transferred, scaled up if records were sampled.'),
    estimated_cost: z.string(),
    currency: z.string(),
    sampled_bytes: z.number().nullable().describe('Observed; null if every record was read.'),
    sampled_estimated_cost: z.string().nullable(),
  })
  .meta({ id: 'NetworkFlowLog' });

export const NetworkFlowLogs = z
  .object({
    links: Links,
    flow_weight: z.string(),
    sampling: z.object({
      sampled: z.boolean(),
      max_sampling_rate_percent: z
        .number()
        .nullable()
        .describe('Highest share of records that was read on any of the days.'),
    }),
    network_flow_logs: z.array(NetworkFlowLog),
  })
  .meta({ id: 'NetworkFlowLogs' });

export const getNetworkFlowLogs = operation({
  id: 'getNetworkFlowLogs',
  tag: 'NetworkFlowLogs',
  method: 'GET',
  path: '/v2/network_flow_logs',
  summary: 'List network flows of a report or a filter by groupings, with bytes and estimated cost',
  query: z.object({
    network_flow_report_token: z.string().optional().describe('Saved report.'),
    workspace_token: z.string().optional().describe('Of a query without a report.'),
    filter: z.string().optional().describe("VQL filter; replaces the report's."),
    date_interval: z.enum(relativeFlowIntervals).optional(),
    start_date: queryDate().optional(),
    end_date: queryDate().optional(),
    groupings: flowGroupingList().optional(),
    flow_direction: z.enum(flowDirections).optional(),
    flow_weight: z.enum(flowWeights).optional(),
    ...pageQuery,
  }),
  status: 200,
  errors: [400, 402, 404, 422],
  response: NetworkFlowLogs,
  run: async ({ query: requested }, ctx) => {
    const page = pageOf(requested, { default: 100, max: 1000 });
    const query = await resolveFlowQuery(ctx, requested);
    const { rows, maxSamplingPercent } = await readFlows(ctx, query, page);
    const shown = rows.slice(0, page.limit);
    const labelOf = await readFlowLabels(ctx, query.workspace, query.groupings, shown);
    const sampled = maxSamplingPercent !== null;
    return {
      links: uncountedLinks(ctx.origin, ctx.url, page, rows.length > page.limit),
      flow_weight: query.weight,
      sampling: { sampled, max_sampling_rate_percent: maxSamplingPercent },
      network_flow_logs: shown.map((row) => ({
        groupings: Object.fromEntries(
          query.groupings.map((grouping, index) => [
            grouping,
            labelOf(grouping, row.values[index] ?? null),
          ]),
        ),
        bytes: Number(row.bytes),
        estimated_cost: formatDecimal(row.cost),
        currency: row.currency,
        sampled_bytes: sampled ? Number(row.sampledBytes) : null,
        sampled_estimated_cost: sampled ? formatDecimal(row.sampledCost) : null,
      })),
    };
  },
});
