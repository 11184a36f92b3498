import { z } from 'zod';
import type { StoredValue } from '../../domain/virtual-tags/stored-values.js';

const CostMetric = z
  .object({
    filter: z.string().nullable().describe('Costs that are added up.'),
    aggregation: z
      .object({ tag: z.string().nullable().describe('The tag whose values take the shares.') })
      .meta({ id: 'VirtualTagConfigValueCostMetricAggregation' }),
  })
  .meta({ id: 'VirtualTagConfigValueCostMetric' });

const LabelTransform = z
  .object({
    type: z.enum(['split', 'format']),
    delimiter: z.string().optional(),
    index: z.int32().optional().describe('Counted from 0.'),
    template: z.string().optional().describe('{0} stands for the label.'),
  })
  .meta({ id: 'VirtualTagConfigValueLabelTransform' });

const Percentage = z
  .object({ value: z.string(), pct: z.number() })
  .meta({ id: 'VirtualTagConfigValuePercentage' });

const DateRange = z
  .object({ start_date: z.string().nullable(), end_date: z.string().nullable() })
  .meta({ id: 'VirtualTagConfigValueDateRange' });

export const VirtualTagConfigValue = z
  .object({
    token: z.string(),
    filter: z.string().nullable().describe('Costs that the value takes.'),
    name: z.string().optional(),
    business_metric_token: z.string().optional().describe('Its labels take shares of each cost.'),
    label_key: z.string().optional(),
    label_values: z.array(z.string()).describe('Labels that count; empty for all.'),
    cost_metric: CostMetric.optional().describe('Other costs by which each cost is shared out.'),
    display_name: z.string().optional(),
    percentages_display_name: z.string().optional().describe('The same as display_name.'),
    label_transforms: z.array(LabelTransform),
    percentages: z.array(Percentage).describe('Fixed shares of each cost.'),
    date_ranges: z.array(DateRange).describe('Days it holds for; empty for always.'),
  })
  .meta({ id: 'VirtualTagConfigValue' });

const CollapsedTagKey = z
  .object({
    key: z.string(),
    providers: z.array(z.string()).describe('Empty for all.'),
    filter: z.string().nullable(),
  })
  .meta({ id: 'VirtualTagConfigCollapsedTagKey' });

export const VirtualTagConfig = z
  .object({
    token: z.string(),
    created_by_token: z.string().nullable(),
    key: z.string(),
    hidden: z.boolean().describe('Set with PUT /tags.'),
    preferred: z.boolean().describe('Set with PUT /tags.'),
    overridable: z.boolean().describe("Whether the rules go before a provider's tag of that key."),
    backfill_until: z.string().describe('The rules reach back to the 1st of this month.'),
    collapsed_tag_keys: z.array(CollapsedTagKey).describe('Tags whose value is taken otherwise.'),
    values: z.array(VirtualTagConfigValue).describe('In order of precedence.'),
  })
  .meta({ id: 'VirtualTagConfig' });

export const AsyncVirtualTagConfigUpdate = z
  .object({ request_id: z.string(), status_url: z.string() })
  .meta({ id: 'AsyncVirtualTagConfigUpdate' });

/** Lists are always there, all else only when it is set. */
export function showValue(stored: StoredValue): z.input<typeof VirtualTagConfigValue> {
  const { token, filter, kind, definition, business_metric_token, date_ranges } = stored;
  const alias = kind === 'percentages' ? definition.display_name : undefined;
  return {
    token,
    filter,
    label_values: [],
    label_transforms: [],
    percentages: [],
    ...(business_metric_token === null ? {} : { business_metric_token }),
    ...definition,
    ...(alias === undefined ? {} : { percentages_display_name: alias }),
    date_ranges,
  };
}
