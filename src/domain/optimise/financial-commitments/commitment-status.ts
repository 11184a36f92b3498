import { selectCachedRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { readScope, scopeWithin } from '../../costs/query/index.js';
import { sql } from '../../../platform/store/sql.js';
import type { Db } from '../../../platform/store/tables.js';
import { compileWhere, financialCommitmentLines } from '../../costs/vql/index.js';
import { isCommitmentLine, isUsedLine } from './commitment-lines.js';

/** What a commitment cost in a range, used and unused, in its own currency. Decimal text. */
export interface CommitmentUse {
  used: string;
  unused: string;
}

/** The use of the commitments of a workspace of any provider, by id. */
export async function readCommitmentUse(
  { db, costs }: { db: Db; costs: CostStore },
  workspace: string,
  range: DateRange,
): Promise<Map<string, CommitmentUse>> {
  const scope = scopeWithin(await readScope(db, [workspace]), range);
  const { where } = compileWhere([], scope, { source: financialCommitmentLines });
  const rows = await selectCachedRows<CommitmentUse & { id: string }>(
    costs,
    sql`SELECT assumeNotNull(commitment_id) AS id,
       sumIf(effective_cost, ${isUsedLine}) AS used,
       sumIf(effective_cost, NOT (${isUsedLine})) AS unused
     FROM lines
     WHERE ${where}
       AND usage_date BETWEEN ${sql.bind('Date', range.start)} AND ${sql.bind('Date', range.end)}
       AND commitment_id IS NOT NULL AND ${isCommitmentLine}
     GROUP BY commitment_id`,
  );
  return new Map(rows.map(({ id, ...use }) => [id, use]));
}
