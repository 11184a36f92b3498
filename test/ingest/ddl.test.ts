import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { selectRows } from '../../src/platform/store/clickhouse/cost-store.js';
import { ddlStatements } from '../../src/platform/store/clickhouse/ddl.js';
import { migrateCostStore } from '../../src/platform/store/clickhouse/migrate.js';
import { costStore } from './engine.js';

const folder = new URL('../../src/platform/store/clickhouse/migrations/', import.meta.url);

test('the migration creates every table and can be repeated', async () => {
  const store = await costStore();
  await migrateCostStore(store);
  const tables = await selectRows<{ name: string }>(store.client, 'SHOW TABLES');
  expect(tables.map((table) => table.name)).toEqual([
    'accounts',
    'cost_keys',
    'daily_costs',
    'lines',
    'monthly_costs',
    'rejected_rows',
    'resources',
    'services',
    'tag_set_values',
    'tag_sets',
    'tag_values',
    'worked_out_keys',
  ]);
});

test('a cluster has a replicated and a distributed table for each table', () => {
  for (const file of readdirSync(folder)) {
    const template = readFileSync(new URL(file, folder), 'utf8');
    const single = ddlStatements(template, undefined);
    const clustered = ddlStatements(template, 'farm');
    expect(clustered).toHaveLength(single.length * 2);
    expect(clustered.join('\n')).not.toMatch(/\{(local|engine|distributed):/);
  }
});

test('tag sets are sharded by their id', () => {
  const template = readFileSync(new URL('0003_tag_sets.sql', folder), 'utf8');
  expect(ddlStatements(template, 'farm')[1]).toBe(
    'CREATE TABLE IF NOT EXISTS tag_sets ON CLUSTER farm AS tag_sets_local ENGINE = Distributed(farm, currentDatabase(), tag_sets_local, tag_set_id)',
  );
});

test('an invalid cluster name is rejected', () => {
  expect(() => ddlStatements('', 'a; DROP')).toThrow('is not a cluster name');
});
