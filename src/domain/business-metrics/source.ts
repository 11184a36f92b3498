import type { DateRange } from '../../platform/lib/date-intervals.js';
import type { MetricAccess } from './access.js';

/** Why a source could not be read, in a sentence that says what to do. */
export class PullError extends Error {}

/** What a source says of a day; several of the same day and labels are added up. */
export interface PulledValue {
  day: string;
  /** By key; one label is shown without its key. */
  labels: Readonly<Record<string, string>>;
  /** Plain decimal. */
  amount: string;
}

/** A kind of outside source. */
export interface MetricSource {
  /** Reads the days of a range. */
  pull(
    fields: Record<string, unknown>,
    access: MetricAccess,
    range: DateRange,
  ): AsyncGenerator<PulledValue>;
}
