import { sql } from 'kysely';
import { z } from 'zod';
import { kindOf } from '../../../platform/kernel/kind.js';
import { serialize } from '../../../platform/kernel/serialize.js';
import { type Row, Rows } from '../../../platform/kernel/rows.js';
import { type StoredValue, storedValues } from './stored-values.js';

const CostMetric = z
  .object({
    filter: z.string().nullable().describe('VQL filter of the costs that determine the shares.'),
    aggregation: z
      .object({ tag: z.string().nullable().describe('Tag whose values costs are allocated to.') })
      .meta({ id: 'VirtualTagConfigValueCostMetricAggregation' }),
  })
  .meta({ id: 'VirtualTagConfigValueCostMetric' });

const LabelTransform = z
  .object({
    type: z.enum(['split', 'format']),
    delimiter: z.string().optional(),
    index: z.int32().optional().describe('Zero-based index of the part to use.'),
    template: z.string().optional().describe('Text in which {0} is replaced by the label.'),
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
    filter: z.string().nullable().describe('VQL filter of the costs that get the value.'),
    name: z.string().optional(),
    business_metric_token: z
      .string()
      .optional()
      .describe('Business metric by whose labels each cost is allocated.'),
    label_key: z.string().optional(),
    label_values: z.array(z.string()).describe('Labels to include; empty for all.'),
    cost_metric: CostMetric.optional().describe('Other costs by which each cost is allocated.'),
    display_name: z.string().optional(),
    percentages_display_name: z.string().optional().describe('Same as display_name.'),
    label_transforms: z.array(LabelTransform),
    percentages: z.array(Percentage).describe('Fixed shares by which each cost is allocated.'),
    date_ranges: z.array(DateRange).describe('Days on which the value applies; empty for all.'),
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
    overridable: z.boolean().describe('Whether values override provider tags with the same key.'),
    backfill_until: z.string().describe('Values apply from the first day of this month.'),
    collapsed_tag_keys: z
      .array(CollapsedTagKey)
      .describe('Tags whose values are used for costs that no value matches.'),
    values: z.array(VirtualTagConfigValue).describe('In order of precedence.'),
  })
  .meta({ id: 'VirtualTagConfig' });

/** Whether a key is hidden or preferred is a setting of the key, shared with provider tags. */
const tagSetting = (name: 'hidden' | 'preferred') => sql`coalesce(
  (select ${sql.ref(name)} from tag_settings s
   where s.account_token = virtual_tag_configs.account_token
     and s.tag_key = virtual_tag_configs.key), false)`;

/** Name of the kind in the audit log and in "… not found". */
export const configKind = 'Virtual Tag';

const computed = {
  values: { sql: storedValues, initial: [] },
  hidden: { sql: tagSetting('hidden'), initial: false },
  preferred: { sql: tagSetting('preferred'), initial: false },
};

export const configRows = new Rows(
  'virtual_tag_configs',
  configKind,
  { within: 'account', write: 'integration_owner' },
  false,
  computed,
);

export const virtualTags = {
  asKind: kindOf(
    {
      prefix: 'vtag',
      kind: configKind,
      title: 'key',
      page: '/virtual-tags/{token}',
      canBeFavourite: true,
    },
    configRows,
  ),
};

export type ConfigRow = Row<'virtual_tag_configs'>;
export type SerializedConfig = z.input<typeof VirtualTagConfig>;

/** The values of a loaded config. */
export function valuesOf(row: ConfigRow): StoredValue[] {
  return (row as ConfigRow & { values: StoredValue[] }).values;
}

/** A config as the API returns it. */
export function serializeConfig(row: ConfigRow): SerializedConfig {
  return serialize(VirtualTagConfig, row, {
    created_by_token: row.created_by,
    values: valuesOf(row).map(serializeValue),
  });
}

/** A value as the API returns it: lists are always present, other fields only if set. */
export function serializeValue(stored: StoredValue): z.input<typeof VirtualTagConfigValue> {
  const { token, filter, kind, definition, business_metric_token, date_ranges } = stored;
  const displayName = kind === 'percentages' ? definition.display_name : undefined;
  return {
    token,
    filter,
    label_values: [],
    label_transforms: [],
    percentages: [],
    ...(business_metric_token === null ? {} : { business_metric_token }),
    ...definition,
    ...(displayName === undefined ? {} : { percentages_display_name: displayName }),
    date_ranges,
  };
}
