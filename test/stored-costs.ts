import { readScope } from '../src/domain/costs/query/cost-scope.js';
import { selectRows } from '../src/platform/store/clickhouse/cost-store.js';
import { sql } from '../src/platform/store/sql.js';
import type { Account } from './harness.js';

export interface StoredCosts {
  billed: string;
  effective: string;
}

/** Costs of the lines that the first workspace of an account sees, grouped by an SQL expression. */
export async function readStoredCosts(
  { app, workspace }: Account,
  by = "''",
): Promise<Record<string, StoredCosts>> {
  const { costs, db } = app.services;
  const { loadIds } = await readScope(db, [workspace.token]);
  const rows = await selectRows<StoredCosts & { by: string }>(
    costs.client,
    sql`SELECT toString(${sql.raw(by)}) AS by, sum(billed_cost) AS billed,
       sum(effective_cost) AS effective
     FROM lines WHERE load_id IN (${sql.numbers([0, ...loadIds])}) GROUP BY by ORDER BY by`,
  );
  return Object.fromEntries(
    rows.map(({ by: key, billed, effective }) => [key, { billed, effective }]),
  );
}
