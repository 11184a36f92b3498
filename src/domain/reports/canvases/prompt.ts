import type { CalendarBin } from '../../../platform/lib/date-intervals.js';
import type { DateRange } from '../../../platform/lib/date-intervals.js';

/** An object of the account that a prompt refers to by its title. */
export interface NamedObject {
  token: string;
  name: string;
}

/** Names that a prompt may use besides the keywords of its grammar. */
export interface Vocabulary {
  metrics: readonly NamedObject[];
  tagKeys: readonly string[];
  /** Top-level segments. */
  segments: readonly NamedObject[];
  /** Providers and services with costs, under each of their names. */
  sources: readonly PromptSource[];
}

/** A provider, or one of its services, that a prompt restricts costs to. */
export interface PromptSource {
  name: string;
  /** The provider key used in filters. */
  provider: string;
  service?: string;
}

type Measure =
  | { kind: 'cost' | 'usage' | 'count' }
  | { kind: 'unit cost' | 'business metric'; metric: NamedObject };

/** A parsed prompt. */
export interface Prompt {
  measure: Measure;
  /** null for a single total over the date range. */
  granularity: CalendarBin | null;
  /** Groupings in the syntax of `GET /costs`. */
  groupings: readonly string[];
  /** The top-level segment whose tree the grouping `segment` uses. */
  segment: NamedObject | null;
  range: DateRange;
  /** Restricts costs to any of these; empty means no restriction. */
  sources: readonly PromptSource[];
  top: number | null;
  /** VQL. */
  filter: string | null;
}

/** Why a prompt has no table, as shown to its author. */
export class PromptError extends Error {}
