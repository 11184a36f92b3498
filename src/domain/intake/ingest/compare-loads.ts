import { type CheckRun, firstOf } from '../../../platform/health/check.js';
import type { Db } from '../../../platform/store/tables.js';
import type { CurrencyTotal } from './load-store.js';

/** An active load with what was recorded when it was imported. */
export interface RecordedLoad {
  loadId: number;
  /** `AWS (aws-cur 2024-01-01)` */
  name: string;
  lines: number;
  totals: CurrencyTotal[];
}

/** In what the stored rows of a load differ from what was recorded. */
export interface Difference {
  load: RecordedLoad;
  found: string;
}

interface Comparison {
  total: number;
  compared: number;
  differences: Difference[];
}

/** Loads of one statement: enough to be fast, few enough to stop in time. */
const batchSize = 50;

/** Compares all active loads with what is stored, the newest first, until the time is over. */
export async function compareLoads(
  db: Db,
  { isOver, onProgress }: CheckRun,
  compare: (loads: readonly RecordedLoad[]) => Promise<Difference[]>,
): Promise<Comparison> {
  const { count } = await db
    .selectFrom('loads')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow();
  const result: Comparison = { total: count, compared: 0, differences: [] };
  let before = 2 ** 31 - 1;
  do {
    const loads = await readLoads(db, before);
    if (loads.length === 0) break;
    const differences = await compare(loads);
    result.differences.push(...(await stillActive(db, differences)));
    result.compared = Math.min(result.total, result.compared + loads.length);
    onProgress(result.compared, result.total);
    before = loads.at(-1)!.loadId;
  } while (!isOver());
  return result;
}

async function readLoads(db: Db, before: number): Promise<RecordedLoad[]> {
  const rows = await db
    .selectFrom('loads')
    .leftJoin('integrations', 'integrations.token', 'loads.integration_token')
    .select(['load_id', 'partition', 'lines', 'totals', 'integrations.name'])
    .where('loads.status', '=', 'active')
    .where('load_id', '<', before)
    .orderBy('load_id', 'desc')
    .limit(batchSize)
    .execute();
  return rows.map((row) => ({
    loadId: row.load_id,
    name: `${row.name ?? 'billing rules'} (${row.partition})`,
    lines: row.lines,
    totals: row.totals as unknown as CurrencyTotal[],
  }));
}

/** An import may have replaced a load while it was compared. */
async function stillActive(db: Db, differences: readonly Difference[]): Promise<Difference[]> {
  if (differences.length === 0) return [];
  const rows = await db
    .selectFrom('loads')
    .select('load_id')
    .where(
      'load_id',
      'in',
      differences.map(({ load }) => load.loadId),
    )
    .where('status', '=', 'active')
    .execute();
  const active = new Set(rows.map(({ load_id: id }) => id));
  return differences.filter(({ load }) => active.has(load.loadId));
}

/** `load 17 of AWS (aws-cur 2024-01-01): 0 of 12 lines are stored; and 2 more` */
export const describeDifferences = (differences: readonly Difference[]): string =>
  firstOf(differences.map(({ load, found }) => `load ${load.loadId} of ${load.name}: ${found}`));
