import type { Services } from '../../../platform/kernel/services.js';
import { addDays } from '../../../platform/lib/days.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { groupBy } from '../../../platform/lib/group-by.js';
import { formatDate } from '../../../platform/lib/time.js';
import { selectCachedRows } from '../../../platform/store/clickhouse/cost-store.js';
import { sql } from '../../../platform/store/sql.js';
import { readScope, hasRebilledCosts } from '../../costs/query/index.js';
import type { CommitmentRow } from './list-commitments.js';

/** Costs of these last days of a commitment say what rules make of its price. */
const comparedDays = 60;

type Stores = Pick<Services, 'db' | 'costs'>;
type PriceOf = (row: CommitmentRow) => Decimal | undefined;

/**
 * The price per hour of commitments. The stored one is that of the bill; for a workspace whose costs billing
 * rules change, it changes as the effective cost of the commitment does. Undefined if it has no such costs.
 */
export async function readHourlyPrices(
  stores: Stores,
  rows: readonly CommitmentRow[],
  now: Date,
): Promise<PriceOf> {
  const factors = new Map<string, Map<string, Decimal>>();
  for (const [workspace, own] of groupBy(rows, (row) => row.workspace_token)) {
    if (!(await hasRebilledCosts(stores.db, workspace))) continue;
    factors.set(workspace, await readFactors(stores, workspace, own, formatDate(now)));
  }
  return ({ workspace_token: workspace, commitment_id: id, hourly_cost: price }) => {
    const changes = factors.get(workspace);
    const factor = changes ? changes.get(id) : new Decimal(1);
    return factor && new Decimal(price).times(factor);
  };
}

/** What rules make of a unit of the effective cost of each commitment. */
async function readFactors(
  { db, costs }: Stores,
  workspace: string,
  rows: readonly CommitmentRow[],
  today: string,
): Promise<Map<string, Decimal>> {
  const ends = new Set(rows.map(({ ends_at }) => [formatDate(ends_at), today].toSorted()[0]!));
  const { loads } = await readScope(db, [workspace]);
  const ids = loads
    .filter(({ first, last }) =>
      [...ends].some((end) => first <= end && last >= addDays(end, -comparedDays)),
    )
    .map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const pairs = await db
    .selectFrom('loads')
    .select(['load_id', 'rebilled_from'])
    .where('load_id', 'in', ids)
    .where('rebilled_from', 'is not', null)
    .execute();
  const before = pairs.map((pair) => pair.rebilled_from!);
  const after = pairs.map((pair) => pair.load_id);
  const both = pairs.flatMap((pair) => [pair.rebilled_from!, pair.load_id]);
  const inLoads = (each: readonly number[]) => sql`load_id IN ${sql.bind('Array(UInt32)', each)}`;
  const commitments = sql.bind(
    'Array(String)',
    rows.map((row) => row.commitment_id),
  );
  const found = await selectCachedRows<{ id: string; before: string; after: string }>(
    costs,
    sql`SELECT assumeNotNull(commitment_id) AS id,
       sumIf(effective_cost, ${inLoads(before)}) AS before,
       sumIf(effective_cost, ${inLoads(after)}) AS after
     FROM lines
     WHERE ${inLoads(both)} AND commitment_id IN ${commitments}
     GROUP BY id HAVING before != 0`,
  );
  return new Map(found.map(({ id, before, after }) => [id, new Decimal(after).div(before)]));
}
