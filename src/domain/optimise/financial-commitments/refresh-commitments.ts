import { sql } from 'kysely';
import { selectRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import type { Db } from '../../../platform/store/tables.js';
import { type Commitment, deriveCommitment } from './derive-commitment.js';
import { type FeeRow, feeRowsStatement } from './fee-row.js';

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
  const loadIds = loads.map(({ load_id }) => load_id);
  const rows =
    loadIds.length === 0
      ? []
      : await selectRows<FeeRow>(costs.bulk, feeRowsStatement(integration, loadIds));
  const found = rows.map(deriveCommitment).filter((commitment) => commitment !== undefined);
  await db.transaction().execute((trx) => replaceCommitments(trx, integration, found, now));
  return found.length;
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
