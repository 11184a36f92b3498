import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ClickHouseClient } from '@clickhouse/client';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Connection, clientOf } from '../../../src/platform/store/clickhouse/connection.js';
import {
  type CostStore,
  run,
  selectRows,
} from '../../../src/platform/store/clickhouse/cost-store.js';
import { ddlStatements } from '../../../src/platform/store/clickhouse/ddl-statements.js';
import { migrateCostStore } from '../../../src/platform/store/clickhouse/migrate-cost-store.js';
import { type Sql, sql } from '../../../src/platform/store/sql.js';
import { rollups } from '../../../src/domain/costs/query/rollups.js';
import { costStore } from '../../ingest/engine.js';

const migrations = new URL('../../../src/platform/store/clickhouse/migrations/', import.meta.url);
const migrationNames = readdirSync(migrations)
  .map((file) => file.replace(/\.sql$/, ''))
  .toSorted();

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** The migrations of this release and further ones, by name. */
function laterRelease(more: Record<string, string>): URL {
  const folder = mkdtempSync(join(tmpdir(), 'farthing-migrations-'));
  folders.push(folder);
  cpSync(migrations, folder, { recursive: true });
  for (const [name, text] of Object.entries(more)) writeFileSync(join(folder, `${name}.sql`), text);
  return pathToFileURL(`${folder}/`);
}

let store: CostStore;
const rowsOf = <Row>(query: Sql) => selectRows<Row>(store.client, query);
const tables = async () =>
  (await rowsOf<{ name: string }>(sql`SHOW TABLES`)).map(({ name }) => name).toSorted();
const recorded = async () =>
  (await rowsOf<{ name: string }>(sql`SELECT name FROM schema_migrations ORDER BY name`)).map(
    ({ name }) => name,
  );

async function dropEverything(): Promise<void> {
  for (const name of await tables()) await run(store.client, sql`DROP TABLE ${sql.ref(name)} SYNC`);
}

beforeEach(async () => {
  store = await costStore();
  await dropEverything();
});

/** The store of a process that ends instead of running its statement of this number, from 0. */
function storeOfKilledProcess(dies: number): CostStore {
  let count = 0;
  const client = clientOf(store.bulk);
  const bulk = Object.create(store.bulk) as Connection;
  clientOf(bulk).command = (params) => {
    if (count >= dies) return Promise.reject(new Error('killed'));
    count += 1;
    return client.command(params);
  };
  return { ...store, bulk };
}

const currentTables = [
  'account_costs',
  'accounts',
  'cost_keys',
  'kubernetes_allocation',
  'lines',
  'network_flows',
  'price_skus',
  'price_terms',
  'prices',
  'products',
  'rejected_rows',
  'resource_costs',
  'resources',
  'rule_results',
  'schema_migrations',
  'service_costs',
  'services',
  'store_identity',
  'tag_costs',
  'tag_set_values',
  'tag_sets',
  'tag_values',
  'usage_costs',
];

test('the first start creates every table and records every migration', async () => {
  await migrateCostStore(store);
  expect(await tables()).toEqual(currentTables);
  expect(await recorded()).toEqual(migrationNames);
});

test('a later start changes nothing', async () => {
  await migrateCostStore(store);
  await migrateCostStore(storeOfKilledProcess(0));
  expect(await recorded()).toEqual(migrationNames);
});

test('a store of the release that kept no records is upgraded with all its rows', async () => {
  // That release ran these six at every start.
  for (const name of migrationNames.filter((each) => each < '0007')) {
    const template = readFileSync(new URL(`${name}.sql`, migrations), 'utf8');
    for (const statement of ddlStatements(template, undefined)) {
      await run(store.client, sql.raw(statement));
    }
  }
  await run(
    store.client,
    sql`INSERT INTO lines (load_id, billing_period, usage_date, service, resource_id, usage_unit,
       tag_set_id, billed_cost, effective_cost, usage_amount)
     SELECT number % 3, '2025-01-01', toDate('2025-01-01') + number % 40, toString(number % 4),
       toString(number % 50), 'Hours',
       if(number % 5 = 0, 7, 0), number / 8, number / 16, if(number % 6 = 0, NULL, number % 7)
     FROM numbers(1000)`,
  );
  await run(
    store.client,
    sql`INSERT INTO rejected_rows (load_id) SELECT number % 3 FROM numbers(3)`,
  );
  await run(store.client, sql`INSERT INTO tag_sets VALUES (7, map('team', 'data'))`);
  await run(store.client, sql`INSERT INTO tag_set_values VALUES ('team', 7, 'data')`);
  const counts = () =>
    rowsOf(
      sql`SELECT (SELECT (count(), sum(load_id)) FROM lines) AS lines,
         (SELECT count() FROM rejected_rows) AS rejected,
         (SELECT groupArray(tags) FROM tag_sets) AS sets,
         (SELECT groupArray(tag_value) FROM tag_set_values) AS values`,
    );
  const before = await counts();
  await migrateCostStore(store);
  expect(await counts()).toEqual(before);
  expect(await tables()).toEqual(currentTables);
  expect(await recorded()).toEqual(migrationNames);
  const totals = (table: string) =>
    rowsOf(
      sql`SELECT load_id, toStartOfMonth(usage_date) AS month, service,
         sum(billed_cost) AS billed, sum(effective_cost) AS effective
       FROM ${sql.ref(table)} GROUP BY load_id, month, service ORDER BY load_id, month, service`,
    );
  for (const rollup of rollups) expect(await totals(rollup)).toEqual(await totals('lines'));
  for (const rollup of ['tag_costs', 'resource_costs']) {
    expect(
      await rowsOf(
        sql`SELECT count() AS keys FROM cost_keys
         WHERE rollup = ${sql.literal(rollup)} AND key_id IN (SELECT key_id FROM ${sql.ref(rollup)})`,
      ),
    ).not.toEqual([{ keys: '0' }]);
  }
});

/** The names of recorded migrations, of which there are none before the first statement has created their table. */
const recordedSoFar = async () =>
  (await tables()).includes('schema_migrations') ? recorded() : Promise.resolve([]);

test('processes killed after any statement of a migration leave a store that the next one completes', async () => {
  let kills = 0;
  // Each process gets one statement further in the migration that is not recorded yet.
  for (let statements = 0; ; statements += 1) {
    const before = await recordedSoFar();
    const isKilled = await migrateCostStore(storeOfKilledProcess(statements)).then(
      () => false,
      () => true,
    );
    if (!isKilled) break;
    kills += 1;
    const after = await recordedSoFar();
    expect(after).toEqual(migrationNames.slice(0, after.length));
    if (after.length > before.length) statements = -1;
  }
  expect(kills).toBeGreaterThan(migrationNames.length);
  expect(await tables()).toEqual(currentTables);
  expect(await recorded()).toEqual(migrationNames);
});

test('a later release changes a table once, and its rows stay', async () => {
  await migrateCostStore(store);
  await run(store.client, sql`INSERT INTO lines (load_id) VALUES (1), (2)`);
  const release = laterRelease({
    '9001_line_owner': `
      -- A note; it is no statement.
      ALTER TABLE {local:lines} ADD COLUMN IF NOT EXISTS owner String DEFAULT 'nobody';
      ALTER TABLE {distributed:lines} ADD COLUMN IF NOT EXISTS owner String DEFAULT 'nobody';`,
    '9002_drop_rejected_rows': 'DROP TABLE IF EXISTS {local:rejected_rows} SYNC;',
  });
  await migrateCostStore(store, release);
  await migrateCostStore(store, release);
  expect(await rowsOf(sql`SELECT load_id, owner FROM lines ORDER BY load_id`)).toEqual([
    { load_id: 1, owner: 'nobody' },
    { load_id: 2, owner: 'nobody' },
  ]);
  expect(await tables()).not.toContain('rejected_rows');
  const records = await rowsOf<{ name: string; seconds: string }>(
    sql`SELECT name, dateDiff('second', applied_at, now()) AS seconds FROM schema_migrations
     WHERE name > '9'`,
  );
  expect(records.map(({ name }) => name).toSorted()).toEqual([
    '9001_line_owner',
    '9002_drop_rejected_rows',
  ]);
  for (const { seconds } of records) expect(Number(seconds)).toBeLessThan(600);
});

test('a migration that fails part way is not recorded and runs again, later ones wait for it', async () => {
  const release = laterRelease({
    '9001_owners': `
      CREATE TABLE IF NOT EXISTS {local:owners} (name String) ENGINE = {engine:MergeTree} ORDER BY name;
      ALTER TABLE owners ADD COLUMN IF NOT EXISTS team LowCardinality(String) DEFAULT (SELECT missing);
      ALTER TABLE owners ADD COLUMN IF NOT EXISTS email String;`,
    '9002_last':
      'CREATE TABLE IF NOT EXISTS {local:last} (x UInt8) ENGINE = {engine:MergeTree} ORDER BY x;',
  });
  await expect(migrateCostStore(store, release)).rejects.toThrow();
  expect(await tables()).toContain('owners');
  expect(await tables()).not.toContain('last');
  expect(await recorded()).toEqual(migrationNames);
  // The cause is gone: what was half done is completed.
  writeFileSync(
    new URL('9001_owners.sql', release),
    readFileSync(new URL('9001_owners.sql', release), 'utf8').replace('(SELECT missing)', "''"),
  );
  await migrateCostStore(store, release);
  expect(await recorded()).toEqual([...migrationNames, '9001_owners', '9002_last']);
  expect(await rowsOf(sql`SELECT name FROM system.columns WHERE table = 'owners'`)).toHaveLength(3);
});

test('a store of a newer release is refused before anything is changed', async () => {
  const newer = {
    '9001_next':
      'CREATE TABLE IF NOT EXISTS {local:next} (x UInt8) ENGINE = {engine:MergeTree} ORDER BY x;',
  };
  await migrateCostStore(store, laterRelease(newer));
  await expect(migrateCostStore(storeOfKilledProcess(0))).rejects.toThrow(
    'The ClickHouse database was upgraded by a newer release of Farthing (migration 9001_next), which this release cannot use. ' +
      'Start the newer release, or restore a backup made before the upgrade.',
  );
});

test('on a cluster, every node reads the records of all shards', async () => {
  const sent: string[] = [];
  const bulk = Object.create(store.bulk) as Connection;
  clientOf(bulk).command = ({ query }) => {
    sent.push(query.replaceAll(/\s+/g, ' '));
    return Promise.resolve({} as Awaited<ReturnType<ClickHouseClient['command']>>);
  };
  // There is no cluster here: the first read fails.
  await expect(migrateCostStore({ ...store, bulk, cluster: 'farm' })).rejects.toThrow(
    'schema_migrations',
  );
  expect(sent).toEqual([
    "CREATE TABLE IF NOT EXISTS schema_migrations_local ON CLUSTER farm ( name String, applied_at DateTime('UTC') ) " +
      "ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{database}/{table}/{shard}', '{replica}') ORDER BY name",
    'CREATE TABLE IF NOT EXISTS schema_migrations ON CLUSTER farm AS schema_migrations_local ' +
      'ENGINE = Distributed(farm, currentDatabase(), schema_migrations_local, cityHash64(name))',
  ]);
});
