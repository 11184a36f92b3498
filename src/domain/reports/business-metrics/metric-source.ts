import type { DateRange } from '../../../platform/lib/date-intervals.js';
import type { MetricAccess } from './metric-access.js';

/** A data point of a source; several with the same day and labels are summed. */
export interface PulledValue {
  day: string;
  /** By key; a single label is shown without its key. */
  labels: Readonly<Record<string, string>>;
  /** Plain decimal. */
  amount: string;
}

/** A type of external source. */
export interface MetricSource {
  /** Reads the days of a range. */
  pull(
    fields: Record<string, unknown>,
    access: MetricAccess,
    range: DateRange,
  ): AsyncGenerator<PulledValue>;
}
