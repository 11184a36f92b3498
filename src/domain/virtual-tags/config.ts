import type { Filter } from '../vql/index.js';

/** A tag key whose value is worked out by rules, ready to be turned into SQL. */
export interface VirtualTagConfig {
  token: string;
  key: string;
  /** Whether the rules go before a provider's own tag of the same key. */
  overridable: boolean;
  /** First day the rules hold for, the first of a month. */
  since: string;
  /** In order of precedence. */
  values: readonly VirtualTagValue[];
  collapsed: readonly CollapsedKey[];
}

/** Another tag whose value is taken where no value took the line. */
export interface CollapsedKey {
  key: string;
  /** Empty for all. */
  providers: readonly string[];
  filter: Filter | null;
}

export interface VirtualTagValue {
  token: string;
  filter: Filter | null;
  /** Days it holds for, both ends included, null for an open end; empty for always. */
  dateRanges: readonly { start: string | null; end: string | null }[];
  result: VirtualTagResult;
}

/** What a line that a value takes becomes: one value, or parts. */
export type VirtualTagResult =
  | { kind: 'name'; name: string }
  | { kind: 'percentages'; percentages: readonly { value: string; pct: string }[] }
  | { kind: 'cost_metric'; filter: Filter; tag: string }
  | {
      kind: 'business_metric';
      metric: string;
      labelKey: string | null;
      /** Empty for every label. */
      labelValues: readonly string[];
      transforms: readonly LabelTransform[];
    };

export type LabelTransform =
  | { type: 'split'; delimiter: string; index: number }
  | { type: 'format'; template: string };

/** Whether lines can be divided by it. */
export function isAllocating({ values }: VirtualTagConfig): boolean {
  return values.some(({ result }) => result.kind !== 'name');
}
