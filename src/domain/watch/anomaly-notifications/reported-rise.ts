import { Decimal } from '../../../platform/lib/decimal.js';

/** The figures of an anomaly that decide whether a notification reports it. */
export interface RiseFigures {
  amount: string;
  expected_amount: string;
}

/** What costs rose by over what was expected: the day before may itself have been expensive, or cheap. */
export function riseOf({ amount, expected_amount: expected }: RiseFigures): Decimal {
  return new Decimal(amount).minus(expected);
}

/** Whether a notification reports an anomaly: 165 instead of 100 is a rise by 65, which reaches a threshold of 65. */
export function isReported(threshold: number, anomaly: RiseFigures): boolean {
  return riseOf(anomaly).greaterThanOrEqualTo(threshold);
}
