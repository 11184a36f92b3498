import type { CalendarBin } from '../../platform/lib/date-intervals.js';
import type { DateRange } from '../../platform/lib/date-intervals.js';

/** Something of the account that a prompt calls by its title. */
export interface Titled {
  token: string;
  name: string;
}

/** What a prompt may call by name, beside the words of its grammar. */
export interface Vocabulary {
  metrics: readonly Titled[];
  tagKeys: readonly string[];
  /** Top-level segments. */
  segments: readonly Titled[];
  /** Providers and services that costs come from, under each of their names. */
  sources: readonly CostSource[];
}

export interface CostSource {
  name: string;
  /** As filters call it. */
  provider: string;
  service?: string;
}

type Measure =
  | { kind: 'cost' | 'usage' | 'count' }
  | { kind: 'unit cost' | 'business metric'; metric: Titled };

/** A prompt that was understood. */
export interface Prompt {
  measure: Measure;
  /** null for one figure over the whole range. */
  grain: CalendarBin | null;
  /** Names of groupings, as `GET /costs` takes them. */
  groupings: readonly string[];
  /** The top-level segment whose tree `segment` groups by. */
  segment: Titled | null;
  range: DateRange;
  /** Costs of one of these; of all when there are none. */
  sources: readonly CostSource[];
  top: number | null;
  /** VQL. */
  filter: string | null;
}

/** Why a prompt gives no table, for whoever wrote it. */
export class PromptError extends Error {}
