import { type Sql, sql } from '../../../../platform/store/sql.js';

/**
 * The amortized share of day `i` of `n`: the amount due by the end of the day minus the amount due by
 * its beginning, each rounded half-even to 18 places, so that the shares add up to the amount exactly.
 * 10 over 3 days: 3.333333333333333333, 3.333333333333333334, 3.333333333333333333.
 */
export function amortizedShare(amount: Sql, i: Sql, n: Sql): Sql {
  const dueBy = (day: Sql) =>
    sql`roundBankers(toDecimal256(${amount}, 36) * (${day}) / greatest(${n}, 1), 18)`;
  return sql`toDecimal128(${dueBy(i)} - ${dueBy(sql`toInt64(${i}) - 1`)}, 18)`;
}
