import { Decimal } from '../../../platform/lib/decimal.js';

/** The figures of an anomaly that decide whether a notification reports it. */
export interface RiseFigures {
  kind: 'spike' | 'step' | 'drift';
  amount: string;
  previous_amount: string;
  expected_amount: string;
}

/**
 * What costs rose by: over the day before, or over what was expected where they drifted, because a drift
 * adds little from one day to the next.
 */
export function riseOf({ kind, amount, previous_amount, expected_amount }: RiseFigures): Decimal {
  return new Decimal(amount).minus(kind === 'drift' ? expected_amount : previous_amount);
}

/** Whether a notification reports an anomaly: 165 after 102 is a rise by 63, which reaches a threshold of 63. */
export function isReported(threshold: number, anomaly: RiseFigures): boolean {
  return riseOf(anomaly).greaterThanOrEqualTo(threshold);
}
