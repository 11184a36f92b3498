import { z } from 'zod';
import {
  groupingNames,
  efficiencyBuckets,
  readEfficiency,
  readEfficiencyScope,
  resolveEfficiencyQuery,
} from '../../domain/optimise/kubernetes/index.js';
import { queryDate, queryInt } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { formatTimestamp } from '../../platform/lib/time.js';

const amounts = {
  currency: z.string(),
  idle_cost: z.string().describe('Cost of what was paid for but not used.'),
  amount: z
    .string()
    .describe(
      'Cost at undiscounted prices; for a managed account with billing rules, what it pays.',
    ),
  cost_efficiency: z
    .string()
    .nullable()
    .describe('Per cent of the amount that was used; null when the amount is 0.'),
};

const KubernetesEfficiencyFigure = z
  .object({
    date: z.string().describe('First day of the bin.'),
    groups: z
      .array(z.string().nullable())
      .describe('One value per grouping; null where a row has none.'),
    ...amounts,
  })
  .meta({ id: 'KubernetesEfficiencyFigure' });

export const KubernetesEfficiency = z
  .object({
    start_date: z.string(),
    end_date: z.string(),
    date_bin: z.string(),
    groupings: z.array(z.string()),
    filter: z.string().nullable(),
    currency: z.string(),
    as_of: z.string().nullable().describe('When the newest of these figures were imported.'),
    hidden_nodes: z
      .boolean()
      .describe(
        'Whether nodes have no cost here because the account does not see the bill they are in.',
      ),
    total: z
      .array(z.object(amounts).meta({ id: 'KubernetesEfficiencyTotal' }))
      .describe('Of all groups in the range; several only if an exchange rate is missing.'),
    figures: z
      .array(KubernetesEfficiencyFigure)
      .describe('By date, then by amount, largest first.'),
    figure_count: z.int().describe('Number of figures without the limit.'),
  })
  .meta({ id: 'KubernetesEfficiency' });

const defaultLimit = 1000;
const maxLimit = 10_000;

export const getKubernetesEfficiency = operation({
  id: 'getKubernetesEfficiency',
  tag: 'KubernetesEfficiencyReports',
  method: 'GET',
  path: '/v2/kubernetes_efficiency_reports/efficiency',
  summary: 'Read idle cost and efficiency of Kubernetes clusters by bin and group',
  query: z.object({
    kubernetes_efficiency_report_token: z
      .string()
      .optional()
      .describe('By default, the default report of the workspace.'),
    workspace_token: z.string().optional().describe('Ignored with a report.'),
    filter: z
      .string()
      .optional()
      .describe('VQL that replaces the report\'s filter; "" removes it.'),
    start_date: queryDate().optional(),
    end_date: queryDate().optional(),
    date_bin: z
      .enum([...efficiencyBuckets, 'total'])
      .optional()
      .describe('total is the whole range as one bin.'),
    groupings: groupingNames().optional(),
    limit: queryInt(1, maxLimit)
      .optional()
      .describe(`Figures to return; ${defaultLimit} by default.`),
  }),
  status: 200,
  errors: [400, 404],
  response: KubernetesEfficiency,
  run: async ({ query: requested }, ctx) => {
    const { filter, range, bin, groupings, workspace } = await resolveEfficiencyQuery(
      ctx,
      requested,
    );
    const query = { workspace, filter, range, bin, groupings };
    const { services } = ctx;
    const scope = await readEfficiencyScope(services, query);
    const result = await readEfficiency(services, scope, query, requested.limit ?? defaultLimit);
    const whole = { ...query, bin: 'total', groupings: [] } as const;
    const total = await readEfficiency(services, scope, whole);
    return {
      start_date: range.start,
      end_date: range.end,
      date_bin: bin,
      groupings: [...groupings],
      filter,
      currency: result.currency,
      as_of: result.asOf && formatTimestamp(result.asOf),
      hidden_nodes: result.hasHiddenNodes,
      total: total.figures.map(({ currency, idle_cost, amount, cost_efficiency }) => ({
        currency,
        idle_cost,
        amount,
        cost_efficiency,
      })),
      figures: result.figures,
      figure_count: result.count,
    };
  },
});
