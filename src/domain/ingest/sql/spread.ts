import type { Sql } from './sql.js';

/**
 * Share of day `i` of `n` in an amount: what is due by the end of the day less what was due by its
 * beginning, each rounded half-even to 18 places, so the shares add up to the amount exactly.
 * 10 over 3 days: 3.333333333333333333, 3.333333333333333334, 3.333333333333333333.
 */
export function spreadShare(amount: Sql, i: Sql, n: Sql): Sql {
  const due = (day: Sql) =>
    `roundBankers(toDecimal256(${amount}, 36) * (${day}) / greatest(${n}, 1), 18)`;
  return `toDecimal128(${due(i)} - ${due(`toInt64(${i}) - 1`)}, 18)`;
}
