import { sql } from 'kysely';
import type { Db } from '../../platform/store/tables.js';

/** The values of one kind of one metric. */
export interface ValueStore {
  metric: string;
  forecasted: boolean;
}

export interface NewValue {
  /** Where it was given, so that a fault can be told: a line, or a place in a list. */
  place: number;
  /** ISO moment. */
  at: string;
  /** "" for none. */
  label: string;
  /** Of several labels: the map that `label` shows as text. */
  labels?: Record<string, string>;
  /** Plain decimal; null deletes what is stored. */
  amount: string | null;
}

interface Written {
  count: number;
  /** Places of values whose date and label were given before. */
  repeated: number[];
}

/** So many values go to the database at a time, however many there are. */
export const batchSize = 5000;
/** Plans that rest on a table as it was before are slow on one that has grown by so much. */
const manyValues = 10_000;
/** Values with so many repeated ones are refused; no more of them need to be known. */
const mostRepeated = 100;
/** Stands for a deletion until the end of the transaction, so that a repeated value is found. */
const deletion = 'NaN';

/**
 * Stores values in the transaction that `db` must be: those with the same date and label are replaced,
 * all others stay. A repeated date and label is not stored a second time but told.
 */
export async function writeValues(
  db: Db,
  store: ValueStore,
  batches: AsyncIterable<NewValue[]> | Iterable<NewValue[]>,
): Promise<Written> {
  const written: Written = { count: 0, repeated: [] };
  let deletions = 0;
  for await (const batch of batches) {
    const { distinct, repeated } = withoutRepeated(batch);
    written.repeated.push(...repeated, ...(await upsert(db, store, distinct)));
    written.count += batch.length;
    deletions += batch.filter(({ amount }) => amount === null).length;
    if (written.repeated.length > mostRepeated) break;
  }
  if (deletions > 0) await removeDeleted(db, store);
  if (written.count >= manyValues) await sql`analyze business_metric_values`.execute(db);
  return written;
}

function withoutRepeated(batch: readonly NewValue[]) {
  const distinct = new Map<string, NewValue>();
  const repeated: number[] = [];
  for (const value of batch) {
    const key = `${value.at} ${value.label}`;
    if (distinct.has(key)) repeated.push(value.place);
    else distinct.set(key, value);
  }
  return { distinct: [...distinct.values()], repeated };
}

/** Places of the values that an earlier batch of this transaction holds already. */
async function upsert(db: Db, store: ValueStore, batch: readonly NewValue[]): Promise<number[]> {
  const { rows } = await sql<{ place: number }>`
    with given as materialized (
      select * from unnest(
        ${batch.map(({ place }) => place)}::int[], ${batch.map(({ at }) => at)}::timestamptz[],
        ${batch.map(({ label }) => label)}::text[],
        ${batch.map(({ labels }) => (labels ? JSON.stringify(labels) : null))}::jsonb[],
        ${batch.map(({ amount }) => amount ?? deletion)}::numeric[]
      ) as value (place, at, label, labels, amount)
    ), written as (
      insert into business_metric_values as stored
        (business_metric_token, forecasted, at, label, labels, amount)
      select ${store.metric}, ${store.forecasted}, at, label, labels, amount from given
      on conflict (business_metric_token, forecasted, at, label)
      do update set labels = excluded.labels, amount = excluded.amount
      -- A row that this very transaction wrote is a repeated one.
      where stored.xmin <> pg_current_xact_id()::xid
      returning at, label
    )
    select place from given left join written using (at, label)
    where written.at is null order by place`.execute(db);
  return rows.map(({ place }) => place);
}

async function removeDeleted(db: Db, { metric, forecasted }: ValueStore): Promise<void> {
  await db
    .deleteFrom('business_metric_values')
    .where('business_metric_token', '=', metric)
    .where('forecasted', '=', forecasted)
    .where('amount', '=', deletion)
    .execute();
}

/** A list in the pieces that it is stored in. */
export function* inBatches(values: readonly NewValue[]): Generator<NewValue[]> {
  for (let at = 0; at < values.length; at += batchSize) yield values.slice(at, at + batchSize);
}
