import { beforeAll, expect, test } from 'vitest';
import {
  type BillingColumn,
  compileCondition,
  compileDivisionByZero,
  compileExpression,
  parseBillingSql,
} from '../../src/domain/billing/billing-rules/sql/index.js';
import { inlineValues, sql } from '../../src/platform/store/sql.js';
import { createTable, selectRows, temporaryCostStore } from '../vql/temporary-cost-store.js';

const client = temporaryCostStore();

const rows = [
  { id: 1, amount: '0.1', usage_amount: '3', region: 'eu-north-1', service: 'Amazon EC2' },
  { id: 2, amount: '-5', usage_amount: '0', region: null, service: '0.95' },
  { id: 3, amount: '99999999999999999999.999999999999999999', usage_amount: null, region: '' },
];

beforeAll(async () => {
  const columns = [
    ['id', 'UInt8'],
    ['amount', 'Decimal(38, 18)'],
    ['usage_amount', 'Nullable(Decimal(38, 18))'],
    ['region', 'Nullable(String)'],
    ['service', 'Nullable(String)'],
    ['accrued_at', "String DEFAULT '2026-03-10'"],
  ] as const;
  await createTable(client, 'lines', columns, rows);
});

const columnSql = ({ name }: BillingColumn) => sql`lines.${sql.ref(name)}`;

/** The value that an UPDATE sets for each row. */
async function valuesOf(expression: string, target = 'amount') {
  const statement = parseBillingSql(`UPDATE costs SET ${target} = ${expression}`);
  if (statement.kind !== 'update') throw new Error('expected an update');
  const [{ column, value }] = statement.sets as [(typeof statement.sets)[0]];
  const expressionSql = compileExpression(value, columnSql, column.type);
  const query = inlineValues(
    sql`SELECT toString(${expressionSql}) AS value FROM lines ORDER BY id`,
  );
  return (await selectRows<{ value: string | null }>(client, query)).map(({ value }) => value);
}

/** Ids of the rows that a condition matches. */
async function matches(condition: string) {
  const statement = parseBillingSql(`DELETE FROM costs WHERE ${condition}`);
  if (statement.kind !== 'delete') throw new Error('expected a delete');
  const where = compileCondition(statement.where, columnSql);
  const query = inlineValues(sql`SELECT id, ${where} AS matches FROM lines ORDER BY id`);
  const found = await selectRows<{ id: number; matches: boolean | number }>(client, query);
  return found.filter(({ matches }) => Boolean(matches)).map(({ id }) => id);
}

test.each([
  ['costs.amount * 1.02', ['0.102', '-5.1', '101999999999999999999.999999999999999999']],
  // Beyond the range of amounts.
  ['costs.amount * 1000', ['100', '-5000', null]],
  ["costs.amount * '0.95'", ['0.095', '-4.75', '94999999999999999999.999999999999999999']],
  ['costs.amount * costs.service', [null, '-4.75', null]],
  ['costs.amount + 0.2', ['0.3', '-4.8', '100000000000000000000.199999999999999999']],
  [
    'costs.amount - costs.amount / 3',
    ['0.066666666666666667', '-3.333333333333333333', '66666666666666666666.666666666666666666'],
  ],
  ['costs.amount / costs.usage_amount', ['0.033333333333333333', null, null]],
  ['-costs.amount', ['-0.1', '5', '-99999999999999999999.999999999999999999']],
  ['COALESCE(costs.usage_amount, costs.amount) * 2', ['6', '0', null]],
  ['costs.amount * 0.1 * 0.1 * 0.1 * 0.1', ['0.00001', '-0.0005', '10000000000000000']],
  [
    'costs.amount * 0 + 0.000000000000000005 * 0.5',
    ['0.000000000000000002', '0.000000000000000002', '0.000000000000000002'],
  ],
  [
    'costs.amount * 0 + 0.000000000000000007 * 0.5',
    ['0.000000000000000004', '0.000000000000000004', '0.000000000000000004'],
  ],
])('%s is exact', async (expression, values) => {
  expect(await valuesOf(expression)).toEqual(values);
});

test.each([
  ["costs.region || '/' || costs.service", ['eu-north-1/Amazon EC2', '/0.95', '/']],
  ["UPPER(costs.region) || LOWER('É')", ['EU-NORTH-1é', 'é', 'é']],
  ["COALESCE(costs.region, costs.service, 'none')", ['eu-north-1', '0.95', '']],
  ['costs.usage_amount || 1.50', ['31.5', '01.5', '1.5']],
  ['costs.accrued_at', ['2026-03-10', '2026-03-10', '2026-03-10']],
  ["'it''s \\'", ["it's \\", "it's \\", "it's \\"]],
])('%s is text', async (expression, values) => {
  expect(await valuesOf(expression, 'usage_unit')).toEqual(values);
});

test.each([
  ['costs.amount > 0', [1, 3]],
  ["costs.amount >= '0.1'", [1, 3]],
  ['costs.amount = 0.10', [1]],
  ['costs.service = 0.950', [2]],
  ["costs.region = ''", [3]],
  ["costs.region != 'eu-north-1'", [3]],
  ["NOT costs.region = 'eu-north-1'", [3]],
  ['costs.region = NULL', []],
  ['NOT costs.region = NULL', []],
  ['costs.region IS NULL', [2]],
  ['costs.region IS NOT NULL', [1, 3]],
  ["costs.region || '' = ''", [2, 3]],
  ["costs.region IN ('eu-north-1', 'x')", [1]],
  ["costs.region NOT IN ('eu-north-1', 'x')", [3]],
  ["costs.region NOT IN ('eu-north-1', NULL)", []],
  ["costs.region IN ('eu-north-1', NULL)", [1]],
  ['costs.usage_amount IN (3, 0.0)', [1, 2]],
  ['costs.usage_amount NOT IN (3)', [2]],
  ["costs.service LIKE 'Amazon%'", [1]],
  ["costs.service LIKE 'amazon%'", []],
  ["costs.region LIKE 'eu_north__'", [1]],
  ["costs.region NOT LIKE 'eu%'", [3]],
  ["':eu-north-1:' LIKE '%:' || costs.region || ':%'", [1]],
  ["costs.service LIKE 'Amazon' || '%'", [1]],
  ['costs.service LIKE costs.service', [1, 2]],
  [String.raw`'100%' LIKE '100\' || '%'`, []],
  [String.raw`'100%' LIKE '1__\%' || ''`, [1, 2, 3]],
  ["costs.accrued_at = '2026-03-10T00:00:00Z'", [1, 2, 3]],
  ["costs.accrued_at < '2026-03-10'", []],
  ["costs.region = 'x' OR costs.amount < 0 AND costs.service IS NOT NULL", [2]],
  ['costs.amount / costs.usage_amount IS NULL', [2, 3]],
])('%s matches', async (condition, ids) => {
  expect(await matches(condition)).toEqual(ids);
});

test('a division by zero is told apart from a division of nothing', async () => {
  const statement = parseBillingSql(
    'UPDATE costs SET amount = 1 / (costs.amount / costs.usage_amount), usage_unit = 1',
  );
  if (statement.kind !== 'update') throw new Error('expected an update');
  const values = statement.sets.map(({ value }) => value);
  const dividesByZero = compileDivisionByZero(values, columnSql)!;
  const query = inlineValues(sql`SELECT id FROM lines WHERE ${dividesByZero}`);
  expect(await selectRows(client, query)).toEqual([{ id: 2 }]);
  expect(compileDivisionByZero(values.slice(1), columnSql)).toBeNull();
});
