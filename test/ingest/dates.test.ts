import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../src/platform/store/clickhouse/cost-store.js';
import { sql } from '../../src/platform/store/sql.js';
import { costStore } from './engine.js';
import { TestIntegration } from './test-integration.js';

const folder = mkdtempSync(join(tmpdir(), 'farthing-dates-'));
const valid = '2024-01-01,2024-01-01T00:00:00Z,2024-01-01T01:00:00Z,Usage,1,Storage';

/** The faults of rows that are imported after two valid ones. */
async function faultsOf(...rows: string[]) {
  const path = join(folder, 'bill.csv');
  const header =
    'BillingPeriodStart,ChargePeriodStart,ChargePeriodEnd,ChargeCategory,BilledCost,ServiceName';
  writeFileSync(path, [header, valid, valid, ...rows].join('\n'));
  const integration = new TestIntegration();
  await integration.import(path);
  expect(await integration.totals()).toMatchObject({ billed: '2' });
  return integration.select('source_row, column, reason', 'ORDER BY source_row', 'rejected_rows');
}

test.each(['1969-12-31', '1900-01-01', '0001-01-01', '2106-03-01', '2150-01-01', '9999-12-31'])(
  'a charge of %s is rejected with a reason',
  async (day) => {
    expect(await faultsOf(`2024-01-01,${day},,Usage,5,Storage`)).toEqual([
      { source_row: '3', column: 'ChargePeriodStart', reason: 'must be a valid date' },
    ]);
  },
);

test('an end out of range is rejected, too', async () => {
  expect(await faultsOf('2024-01-01,2024-01-01,2300-01-01,Usage,5,S')).toEqual([
    { source_row: '3', column: 'ChargePeriodEnd', reason: 'must be a valid date' },
  ]);
});

test.each(['1950-01-01', 'soon'])(
  'a charge with the billing period %s counts in its own month, with a warning',
  async (period) => {
    const path = join(folder, 'period.csv');
    const header = 'BillingPeriodStart,ChargePeriodStart,ChargeCategory,BilledCost,ServiceName';
    writeFileSync(path, `${header}\n${period},2024-02-03,Usage,5,S\n`);
    const integration = new TestIntegration();
    const result = await integration.import(path);
    if (result.status !== 'committed') throw new Error('not committed');
    expect(await integration.select('toString(billing_period) AS month')).toEqual([
      { month: '2024-02-01' },
    ]);
    expect(result.loads.flatMap(({ warnings }) => warnings)).toContainEqual(
      expect.objectContaining({ code: 'values_unreadable' }),
    );
  },
);

test('a charge for eighty years is rejected, because each day becomes a line', async () => {
  expect(await faultsOf('2024-01-01,2024-01-01,2104-01-01,Purchase,5,S')).toEqual([
    { source_row: '3', column: 'row', reason: 'is charged for more than 3660 days' },
  ]);
});

test('dates and times of Parquet files are rejected out of range', async () => {
  const path = join(folder, 'bill.parquet');
  const { bulk, embedded } = await costStore();
  if (embedded !== true) return;
  await run(
    bulk,
    sql`INSERT INTO FUNCTION file(${sql.literal(path)}, 'Parquet')
     SELECT toDate32('2024-01-01') AS BillingPeriodStart,
       toDateTime64(
         arrayElement(['2024-01-01', '2024-01-01', '1950-01-01', '2200-01-01'], number + 1), 3, 'UTC')
         AS ChargePeriodStart,
       'Usage' AS ChargeCategory, 1 AS BilledCost, 'Storage' AS ServiceName FROM numbers(4)`,
  );
  const integration = new TestIntegration();
  await integration.import(path);
  expect(
    await integration.select('source_row, column, reason', 'ORDER BY source_row', 'rejected_rows'),
  ).toEqual([
    { source_row: '3', column: 'ChargePeriodStart', reason: 'must be a valid date' },
    { source_row: '4', column: 'ChargePeriodStart', reason: 'must be a valid date' },
  ]);
});
