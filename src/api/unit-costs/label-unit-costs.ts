import { z } from 'zod';
import {
  readAttachedMetrics,
  readLabelUnitCosts,
  scaleOf,
} from '../../domain/reports/business-metrics/index.js';
import {
  attachmentFields,
  loadReport,
  costParameters,
  resolveCostQuery,
} from '../../domain/reports/cost-reports/index.js';
import { operation } from '../../platform/kernel/operation.js';
import { pageOf, pageQuery } from '../../platform/kernel/paging.js';
import { notFound } from '../../platform/lib/errors.js';

const LabelUnitCost = z
  .object({
    date: z.string().describe('First day or hour of the date bin.'),
    unit_cost_amount: z
      .string()
      .describe('Cost per scale units; a percentage if calculation_type is gross_margin.'),
    business_metric_amount: z.string().describe('Sum of the values in the date bin.'),
  })
  .meta({ id: 'LabelUnitCost' });

const LabelUnitCosts = z
  .object({
    business_metric_token: z.string(),
    business_metric_title: z.string(),
    calculation_type: attachmentFields.calculation_type,
    scale: z.number().describe('Number of units the cost is for.'),
    costs_of: z
      .enum(['group', 'report'])
      .describe(
        'Costs that are divided by the values of a label: those of the group of that name, or all costs of the report.',
      ),
    label_count: z.int().describe('Number of all labels.'),
    labels: z
      .array(
        z.object({
          label: z.string().describe('Blank for values without a label.'),
          unit_costs: z.array(LabelUnitCost).describe('In the order of the dates.'),
        }),
      )
      .describe('The labels with the largest sums of values.'),
  })
  .meta({ id: 'LabelUnitCosts' });

export const getLabelUnitCosts = operation({
  id: 'getLabelUnitCosts',
  tag: 'UnitCosts',
  method: 'GET',
  path: '/v2/unit_costs/labels',
  summary: 'Read the costs of a cost report per unit of a business metric, by label',
  query: costParameters.omit({ workspace_token: true }).extend({
    cost_report_token: z.string(),
    business_metric_token: z.string().describe('A business metric of the report.'),
    groupings: costParameters.shape.groupings.describe(
      'If a label is a value of the only grouping, each label takes the costs of its group.',
    ),
    limit: pageQuery.limit.describe('Number of labels, 10 by default, at most 100.'),
  }),
  status: 200,
  errors: [400, 402, 404],
  response: LabelUnitCosts,
  run: async ({ query: { limit, business_metric_token: token, ...requested } }, ctx) => {
    const page = pageOf({ limit }, { default: 10, max: 100 });
    const { query } = await resolveCostQuery(ctx, requested, page);
    const report = await loadReport(ctx, requested.cost_report_token);
    const attached = await readAttachedMetrics(ctx.db, report.token);
    const metric = attached.find((each) => each.token === token);
    if (!metric) throw notFound('Business Metric');
    const stores = { db: ctx.db, costs: ctx.services.costs };
    const groupings = requested.groupings === undefined ? [] : query.groupings;
    const found = await readLabelUnitCosts(stores, metric, { ...query, groupings }, page.limit);
    return {
      business_metric_token: metric.token,
      business_metric_title: metric.title,
      calculation_type: metric.calculation_type,
      scale: scaleOf(metric),
      costs_of: found.costsOf,
      label_count: found.labelCount,
      labels: found.labels,
    };
  },
});
