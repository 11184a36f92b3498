import { z } from 'zod';
import { UnknownReference } from '../../kernel/errors.js';
import { choice, text } from '../../kernel/fields.js';

const field = 'business_metric_tokens_with_metadata';
const unitScales = [
  'per_unit',
  'per_hundred',
  'per_thousand',
  'per_million',
  'per_billion',
] as const;
const calculationTypes = [
  'unit_cost',
  'gross_margin',
  'usage_unit_cost',
  'raw_business_metric',
] as const;

const labels = {
  label: text().optional(),
  label_filter: z.array(z.string()).optional().describe('Values with one of these labels count.'),
  label_filters: z
    .record(z.string(), z.array(z.string()).min(1))
    .optional()
    .describe('Per key, the label values that count.'),
};

export const AttachedBusinessMetric = z
  .object({
    business_metric_token: z.string(),
    unit_scale: z.enum(unitScales),
    calculation_type: z.enum(calculationTypes),
    ...labels,
  })
  .meta({ id: 'AttachedBusinessMetricForCostReport' });

const entry = z
  .object({
    business_metric_token: z.string(),
    unit_scale: choice(unitScales).default('per_unit'),
    calculation_type: choice(calculationTypes).default('unit_cost'),
    ...labels,
  })
  .refine(
    ({ label_filter, label_filters }) =>
      !label_filter?.length || Object.keys(label_filters ?? {}).length === 0,
    { error: 'takes label_filter or label_filters, not both' },
  );

export const attachedBusinessMetricsBody = z
  .array(entry)
  .refine((list) => new Set(list.map((each) => each.business_metric_token)).size === list.length, {
    error: 'names a business metric twice',
    params: { domain: true },
  });

/** Refuses metrics that do not exist. Until the group BusinessMetrics keeps any, that is each. */
export function demandBusinessMetrics(
  wanted: z.output<typeof attachedBusinessMetricsBody> | undefined,
): void {
  const [first] = wanted ?? [];
  if (first) throw new UnknownReference('Business Metric', field, first.business_metric_token);
}
