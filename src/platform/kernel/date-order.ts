import { ShapeFailure } from '../lib/errors.js';

/**
 * Throws if a range of dates ends before it starts; either end may be open.
 *
 * @example
 * requireDateOrder('2026-03-02', '2026-03-01'); // start_date must not be after end_date
 */
export function requireDateOrder(
  start: string | null | undefined,
  end: string | null | undefined,
): void {
  if (start && end && start > end) {
    throw new ShapeFailure(['start_date must not be after end_date']);
  }
}
