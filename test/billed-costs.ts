import { readScope } from '../src/domain/costs/query/cost-scope.js';
import { selectRows } from '../src/platform/store/clickhouse/cost-store.js';
import { sql } from '../src/platform/store/sql.js';
import type { Account } from './harness.js';

/** Billed costs of the lines that a workspace sees, grouped by an SQL expression. */
export async function readBilledCosts(
  { app }: Account,
  workspace: string,
  by = "''",
): Promise<Record<string, string>> {
  const { costs, db } = app.services;
  const { loadIds } = await readScope(db, [workspace]);
  const rows = await selectRows<{ by: string; billed: string }>(
    costs.client,
    sql`SELECT toString(${sql.raw(by)}) AS by, sum(billed_cost) AS billed FROM lines
     WHERE load_id IN (${sql.numbers([0, ...loadIds])}) GROUP BY by ORDER BY by`,
  );
  return Object.fromEntries(rows.map((row) => [row.by, row.billed]));
}
