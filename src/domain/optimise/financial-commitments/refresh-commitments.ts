import { sql } from 'kysely';
import { groupBy } from '../../../platform/lib/group-by.js';
import { selectRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { sql as statement } from '../../../platform/store/sql.js';
import type { Db } from '../../../platform/store/tables.js';
import { type Commitment, deriveCommitment } from './derive-commitment.js';
import { type FeeRow, feeRowsStatement } from './fee-row.js';
import { type PeriodFees, periodFeesStatement } from './period-fees.js';

/**
 * Derives the commitments of an integration from its active bills and replaces those that are stored.
 * Known ones keep their creation time. Returns how many there are.
 */
export async function refreshCommitments(
  { db, costs }: { db: Db; costs: CostStore },
  integration: string,
  now: Date,
): Promise<number> {
  const loads = await db
    .selectFrom('loads')
    .select('load_id')
    .where('integration_token', '=', integration)
    .where('managed_account_token', 'is', null)
    .where('status', '=', 'active')
    .execute();
  const found = await deriveCommitments(
    costs,
    integration,
    loads.map(({ load_id }) => load_id),
  );
  await db.transaction().execute((trx) => replaceCommitments(trx, integration, found, now));
  return found.length;
}

async function deriveCommitments(
  { bulk }: CostStore,
  integration: string,
  loadIds: readonly number[],
): Promise<Commitment[]> {
  if (loadIds.length === 0) return [];
  const ofLoads = statement`lines.integration_token = ${statement.bind('String', integration)}
    AND lines.load_id IN ${statement.bind('Array(UInt32)', loadIds)}`;
  const rows = await selectRows<FeeRow>(bulk, feeRowsStatement(ofLoads));
  const periods = groupBy(
    await selectRows<PeriodFees>(bulk, periodFeesStatement(ofLoads)),
    ({ commitment_id: id }) => id,
  );
  return rows
    .map((row) => deriveCommitment(row, periods.get(row.commitment_id) ?? []))
    .filter((commitment) => commitment !== undefined);
}

async function replaceCommitments(
  db: Db,
  integration: string,
  found: readonly Commitment[],
  now: Date,
): Promise<void> {
  const known = found.map(({ commitment_id }) => commitment_id);
  await sql`delete from financial_commitments where integration_token = ${integration}
    and not commitment_id = any(${known}::text[])`.execute(db);
  for (let first = 0; first < found.length; first += 500) {
    await db
      .insertInto('financial_commitments')
      .values(
        found
          .slice(first, first + 500)
          .map((each) => ({ ...each, integration_token: integration, created_at: now })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['integration_token', 'commitment_id'])
          .doUpdateSet((eb) =>
            Object.fromEntries(
              Object.keys(found[0]!).map((name) => [name, eb.ref(`excluded.${name}` as never)]),
            ),
          ),
      )
      .execute();
  }
}
