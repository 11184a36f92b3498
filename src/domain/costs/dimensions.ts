import { type ChargeView, chargeTypeSql } from '../vql/index.js';
import { inTagSets } from './cost-source.js';

/** Something costs can be grouped by. */
export interface Dimension {
  /** SQL over the rollup, or over the lines where `needsLines` is set. */
  sql(view: ChargeView): string;
  needsLines?: true;
}

/** Every grouping of `GET /costs` that is a column, under its name there. */
export const dimensions = {
  provider: {
    // Two custom providers are two providers.
    sql: () =>
      "if(provider = 'custom_provider', concat('custom_provider:', integration_token), provider)",
  },
  billing_account_id: { sql: () => 'provider_account_id' },
  account_id: { sql: () => 'account_id' },
  service: { sql: () => 'service' },
  region: { sql: () => 'region' },
  resource_id: { sql: () => 'resource_id', needsLines: true },
  cost_category: { sql: () => 'cost_category' },
  cost_subcategory: { sql: () => 'cost_subcategory' },
  charge_type: { sql: chargeTypeSql },
  tagged: { sql: () => `toBool(${inTagSets("NOT startsWith(tag_key, 'vntg:')")})` },
  usage_unit: { sql: () => 'usage_unit' },
} as const satisfies Record<string, Dimension>;

export type DimensionName = keyof typeof dimensions;

/** A grouping as asked for. */
export type Grouping =
  | { kind: 'dimension'; name: DimensionName }
  | { kind: 'tag'; key: string }
  | { kind: 'segment' };

/** Reads a grouping; undefined when there is none of that name. */
export function parseGrouping(text: string): Grouping | undefined {
  if (text === 'resource') return { kind: 'dimension', name: 'resource_id' };
  if (text === 'segment') return { kind: 'segment' };
  if (text.startsWith('tag:') && text.length > 4) return { kind: 'tag', key: text.slice(4) };
  return isDimensionName(text) ? { kind: 'dimension', name: text } : undefined;
}

/** Whether costs are told apart by having any tag at all, which depends on every virtual tag. */
export function asksForAnyTag(groupings: readonly Grouping[]): boolean {
  return groupings.some((each) => each.kind === 'dimension' && each.name === 'tagged');
}

/** The tags among groupings. */
export function tagKeysOf(groupings: readonly Grouping[]): string[] {
  return groupings.flatMap((each) => (each.kind === 'tag' ? [each.key] : []));
}

function isDimensionName(text: string): text is DimensionName {
  return Object.hasOwn(dimensions, text);
}

export type DateBin = 'hour' | 'day' | 'week' | 'month' | 'quarter';

/** First moment of a bin; `range` is the whole of what is asked for. */
export const binSql: Readonly<Record<DateBin | 'range', string>> = {
  hour: 'toStartOfHour(charge_start)',
  day: 'usage_date',
  week: 'toMonday(usage_date)',
  month: 'toStartOfMonth(usage_date)',
  quarter: 'toStartOfQuarter(usage_date)',
  range: '{start_date:Date}',
};
