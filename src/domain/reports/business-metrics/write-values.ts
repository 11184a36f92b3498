import { sql } from 'kysely';
import type { Db } from '../../../platform/store/tables.js';

/** Either the historical or the forecasted values of a metric. */
export interface ValueSet {
  metric: string;
  forecasted: boolean;
}

export interface NewValue {
  /** Line of a file or index in a list, for error messages. */
  position: number;
  /** ISO timestamp. */
  at: string;
  /** "" for none. */
  label: string;
  /** With several labels: the map that `label` shows as text. */
  labels?: Record<string, string>;
  /** Plain decimal; null deletes the stored value. */
  amount: string | null;
}

interface WriteResult {
  count: number;
  /** Positions of values whose date and label occurred before. */
  duplicates: number[];
}

/** Values per statement. */
export const batchSize = 5000;
/** After this many new values the planner's statistics of the table are stale. */
const analyzeThreshold = 10_000;
/** Writing stops here: callers reject duplicates anyway and report only a few. */
const maxDuplicates = 100;
/** Marks a deletion until the end of the transaction, so that duplicates of it are found. */
const deletionMarker = 'NaN';

/**
 * Writes values in the transaction `db`: those with the same date and label are replaced, all others
 * stay. A duplicate date and label is not written again but reported.
 */
export async function writeValues(
  db: Db,
  set: ValueSet,
  batches: AsyncIterable<NewValue[]> | Iterable<NewValue[]>,
): Promise<WriteResult> {
  const result: WriteResult = { count: 0, duplicates: [] };
  let deletions = 0;
  for await (const batch of batches) {
    const { distinct, duplicates } = removeDuplicates(batch);
    result.duplicates.push(...duplicates, ...(await upsert(db, set, distinct)));
    result.count += batch.length;
    deletions += batch.filter(({ amount }) => amount === null).length;
    if (result.duplicates.length > maxDuplicates) break;
  }
  if (deletions > 0) await deleteMarked(db, set);
  if (result.count >= analyzeThreshold) await sql`analyze business_metric_values`.execute(db);
  return result;
}

function removeDuplicates(batch: readonly NewValue[]) {
  const distinct = new Map<string, NewValue>();
  const duplicates: number[] = [];
  for (const value of batch) {
    const key = `${value.at} ${value.label}`;
    if (distinct.has(key)) duplicates.push(value.position);
    else distinct.set(key, value);
  }
  return { distinct: [...distinct.values()], duplicates };
}

/** Returns the positions of values that an earlier batch of this transaction has already written. */
async function upsert(db: Db, set: ValueSet, batch: readonly NewValue[]): Promise<number[]> {
  const { rows } = await sql<{ position: number }>`
    with given as materialized (
      select * from unnest(
        ${batch.map(({ position }) => position)}::int[], ${batch.map(({ at }) => at)}::timestamptz[],
        ${batch.map(({ label }) => label)}::text[],
        ${batch.map(({ labels }) => (labels ? JSON.stringify(labels) : null))}::jsonb[],
        ${batch.map(({ amount }) => amount ?? deletionMarker)}::numeric[]
      ) as value ("position", at, label, labels, amount)
    ), written as (
      insert into business_metric_values as stored
        (business_metric_token, forecasted, at, label, labels, amount)
      select ${set.metric}, ${set.forecasted}, at, label, labels, amount from given
      on conflict (business_metric_token, forecasted, at, label)
      do update set labels = excluded.labels, amount = excluded.amount
      -- A row written by this very transaction is a duplicate.
      where stored.xmin <> pg_current_xact_id()::xid
      returning at, label
    )
    select "position" from given left join written using (at, label)
    where written.at is null order by "position"`.execute(db);
  return rows.map(({ position }) => position);
}

async function deleteMarked(db: Db, { metric, forecasted }: ValueSet): Promise<void> {
  await db
    .deleteFrom('business_metric_values')
    .where('business_metric_token', '=', metric)
    .where('forecasted', '=', forecasted)
    .where('amount', '=', deletionMarker)
    .execute();
}

/** Splits a list into batches. */
export function* inBatches(values: readonly NewValue[]): Generator<NewValue[]> {
  for (let start = 0; start < values.length; start += batchSize) {
    yield values.slice(start, start + batchSize);
  }
}
