import { expect, test } from 'vitest';
import { testApp } from '../../../../test/harness.js';
import { selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import { costKeyColumns, costKeySql } from './cost-key.js';

const columnsOf = async (condition: Sql) => {
  const { services } = await testApp();
  return selectRows<{ table: string; name: string; default_expression: string }>(
    services.costs.client,
    sql`
      SELECT table, name, default_expression FROM system.columns
      WHERE database = currentDatabase() AND ${condition}
      ORDER BY table, position
    `,
  );
};

test('every table that computes key_id does it alike', async () => {
  const computed = await columnsOf(sql`name = 'key_id' AND default_expression != ''`);
  expect(computed.map(({ table }) => table)).toEqual(['lines', 'resource_costs', 'tag_costs']);
  for (const { default_expression } of computed) expect(default_expression).toBe(costKeySql);
});

test('cost_keys has the columns that key_id stands for', async () => {
  const columns = await columnsOf(sql`table = 'cost_keys'`);
  expect(columns.map(({ name }) => name)).toEqual([
    'load_id',
    'key_id',
    ...costKeyColumns,
    'rollup',
  ]);
});
