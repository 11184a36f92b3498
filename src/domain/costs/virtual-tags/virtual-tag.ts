import type { Filter } from '../vql/index.js';

/** A tag key whose values are computed by rules, with parsed filters. The API calls it a virtual tag config. */
export interface VirtualTag {
  token: string;
  key: string;
  /** Whether the rules take precedence over a provider's tag of the same key. */
  overridable: boolean;
  /** First day the rules apply to, the first of a month. */
  since: string;
  /** The rules, in order of precedence. */
  values: readonly VirtualTagValue[];
  collapsed: readonly CollapsedKey[];
}

/** Another tag whose value is used where no rule matches. */
export interface CollapsedKey {
  key: string;
  /** Empty for all. */
  providers: readonly string[];
  filter: Filter | null;
}

/** One rule: the costs it matches, and the value or values that they get. */
export interface VirtualTagValue {
  token: string;
  filter: Filter | null;
  /** Days it applies to, both ends included, null for an open end; empty for always. */
  dateRanges: readonly { start: string | null; end: string | null }[];
  result: VirtualTagResult;
}

/** What a matched cost gets: one value, or several among which it is allocated. */
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

/** Whether some rule allocates costs among several values. */
export function isAllocating({ values }: VirtualTag): boolean {
  return values.some(({ result }) => result.kind !== 'name');
}
