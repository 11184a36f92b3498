import { createHash } from 'node:crypto';
import { type CostStore, selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import type { Db } from '../../../platform/store/tables.js';
import { tablesByLoad } from '../../intake/ingest/index.js';
import type { CostUnit, Structures } from './snapshot.js';

type Kind = CostUnit['kind'];

/** Tables whose rows several loads share: a tag set is stored once. */
export const sharedTables = ['tag_sets', 'tag_set_values'];

/** The tables of each kind of unit, and the column with its id. */
const kinds: Record<Kind, { column: string; tables: readonly string[] }> = {
  load: { column: 'load_id', tables: tablesByLoad },
  publication: { column: 'publication', tables: ['products', 'prices'] },
  flow_day: { column: 'day', tables: ['network_flows'] },
};

/** All tables of the cost store that a backup holds; the others are caches and staged rows. */
export const unitTables = [
  ...Object.values(kinds).flatMap(({ tables }) => tables),
  ...sharedTables,
];

/** What the database knows of the cost store, read in one transaction. */
export interface KnownUnits {
  loads: { id: string; version: string }[];
  publications: { id: string; version: string }[];
  /** Loads of network flows, of which a day has many. */
  flowLoads: number[];
}

export async function knownUnits(db: Db): Promise<KnownUnits> {
  const loads = await db
    .selectFrom('loads')
    .select(['load_id', 'lines', 'totals', 'finished_at'])
    .where('status', '=', 'active')
    .orderBy('load_id')
    .execute();
  const publications = await db
    .selectFrom('price_publications')
    .select(['publication_id', 'completed_at', 'price_count'])
    .where('completed_at', 'is not', null)
    .orderBy('publication_id')
    .execute();
  const flowLoads = await db
    .selectFrom('network_flow_loads')
    .select('load_id')
    .where('status', '=', 'active')
    .orderBy('load_id')
    .execute();
  return {
    loads: loads.map(({ load_id: id, ...rest }) => ({ id: String(id), version: hash(rest) })),
    publications: publications.map(({ publication_id: id, ...rest }) => ({
      id: String(id),
      version: hash(rest),
    })),
    flowLoads: flowLoads.map(({ load_id }) => load_id),
  };
}

const hash = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

/** The units that the database knows, with how many rows they have and what they add up to. */
export async function describeUnits(store: CostStore, known: KnownUnits): Promise<CostUnit[]> {
  const ids = known.loads.map(({ id }) => Number(id));
  const loads = await withCounts(store, 'load', known.loads);
  const totals = await loadTotals(store, ids);
  return [
    ...loads.map((load) => ({
      ...load,
      tables: [...load.tables, ...sharedTables.map((table) => ({ table, rows: null }))],
      totals: totals.get(load.id) ?? [],
    })),
    ...(await withCounts(store, 'publication', known.publications)),
    ...(await flowDays(store, known.flowLoads)),
  ];
}

async function withCounts(
  store: CostStore,
  kind: Kind,
  units: readonly { id: string; version: string }[],
): Promise<CostUnit[]> {
  const ids = units.map(({ id }) => id);
  const counts = await Promise.all(
    kinds[kind].tables.map(async (table) => ({
      table,
      rows: await countRows(store, table, kinds[kind].column, ids),
    })),
  );
  return units.map((unit) => ({
    ...unit,
    kind,
    tables: counts.flatMap(({ table, rows }) => {
      const count = rows.get(unit.id);
      return count === undefined ? [] : [{ table, rows: count }];
    }),
    totals: [],
  }));
}

async function countRows(
  store: CostStore,
  table: string,
  column: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await selectRows<{ id: string; rows: string }>(
    store.bulk,
    sql`SELECT toString(${sql.ref(column)}) AS id, count() AS rows FROM ${sql.ref(table)}
      WHERE ${sql.ref(column)} IN (${sql.literals(ids)}) GROUP BY id`,
  );
  return new Map(rows.map((row) => [row.id, Number(row.rows)]));
}

/** The rows that are stored of units, by table and id of the unit. */
export async function countedRows(
  store: CostStore,
  units: readonly CostUnit[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const [kind, { column, tables }] of Object.entries(kinds)) {
    const ids = units.filter((unit) => unit.kind === kind).map(({ id }) => id);
    for (const table of tables) {
      for (const [id, rows] of await countRows(store, table, column, ids)) {
        counts.set(`${table} ${id}`, rows);
      }
    }
  }
  return counts;
}

/** The totals of the lines of loads, by currency. */
export async function loadTotals(
  store: CostStore,
  ids: readonly number[],
): Promise<Map<string, CostUnit['totals']>> {
  const totals = new Map<string, CostUnit['totals']>();
  if (ids.length === 0) return totals;
  const wide = (amount: string) => sql`sum(CAST(${sql.ref(amount)}, 'Decimal(76, 18)'))`;
  const rows = await selectRows<CostUnit['totals'][number] & { id: string }>(
    store.bulk,
    sql`SELECT toString(load_id) AS id, currency, toString(${wide('billed_cost')}) AS billed,
        toString(${wide('effective_cost')}) AS effective
      FROM lines WHERE load_id IN (${sql.numbers(ids)})
      GROUP BY load_id, currency ORDER BY load_id, currency`,
  );
  for (const { id, ...total } of rows) totals.set(id, [...(totals.get(id) ?? []), total]);
  return totals;
}

/** A day of network flows changes while files of that day arrive. */
async function flowDays(store: CostStore, loads: readonly number[]): Promise<CostUnit[]> {
  if (loads.length === 0) return [];
  const rows = await selectRows<{ id: string; loads: number[]; rows: string }>(
    store.bulk,
    sql`SELECT toString(day) AS id, arraySort(groupUniqArray(load_id)) AS loads, count() AS rows
      FROM network_flows WHERE load_id IN (${sql.numbers(loads)}) GROUP BY id ORDER BY id`,
  );
  return rows.map(({ id, loads: ofDay, rows: count }) => ({
    kind: 'flow_day',
    id,
    version: `${hash([ofDay, count])} ${ofDay.join(',')}`,
    tables: [{ table: 'network_flows', rows: Number(count) }],
    totals: [],
  }));
}

/** Which rows of a table belong to a unit. */
export function conditionOf({ kind, id, version }: CostUnit, table: string): Sql {
  if (kind === 'flow_day') {
    const loads = version
      .slice(version.indexOf(' ') + 1)
      .split(',')
      .map(Number);
    return sql`day = ${sql.bind('Date', id)} AND load_id IN (${sql.numbers(loads)})`;
  }
  const isUnit = sql`${sql.ref(kinds[kind].column)} = ${Number(id)}`;
  if (!sharedTables.includes(table)) return isUnit;
  return sql`tag_set_id IN (
    SELECT tag_set_id FROM lines WHERE ${isUnit}
    UNION DISTINCT SELECT tag_set_id FROM tag_costs WHERE ${isUnit})`;
}

/** Names and types of the columns that rows are stored with. */
export async function readStructures(store: CostStore): Promise<Structures> {
  const rows = await selectRows<{ table: string; name: string; type: string }>(
    store.bulk,
    sql`SELECT table, name, type FROM system.columns
      WHERE database = currentDatabase() AND default_kind NOT IN ('ALIAS', 'MATERIALIZED')
        AND table IN (${sql.literals(unitTables)}) ORDER BY table, position`,
  );
  const structures: Structures = {};
  for (const { table, ...column } of rows) (structures[table] ??= []).push(column);
  return structures;
}
