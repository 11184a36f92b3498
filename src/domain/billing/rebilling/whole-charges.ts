import { type Sql, sql } from '../../../platform/store/sql.js';

/**
 * Lines as they were billed, as a SELECT: an amortized charge is one line with its whole effective cost.
 * Rules see charges like this, and the result is amortized again (`amortize-charges.ts`).
 */
export function wholeCharges(where: Sql): Sql {
  // Untagged days may be on another shard than their charge, hence GLOBAL.
  return sql`
    SELECT * EXCEPT (of_days) REPLACE (effective_cost + of_days AS effective_cost)
    FROM (SELECT * FROM lines WHERE ${where} AND line_kind != 'amortization') AS charges
    GLOBAL LEFT ANY JOIN (
      SELECT load_id, source_file, source_row, toUInt32(0) AS part, sum(effective_cost) AS of_days
      FROM lines
      WHERE ${where} AND line_kind = 'amortization'
      GROUP BY load_id, source_file, source_row
    ) AS days USING (load_id, source_file, source_row, part)`;
}
