import { Decimal } from '../../src/platform/lib/decimal.js';
import { assert, asyncProperty, bigInt, integer } from 'fast-check';
import { expect, test } from 'vitest';
import { amortizedShare } from '../../src/domain/intake/ingest/sql/amortize.js';
import { selectRows } from '../../src/platform/store/clickhouse/cost-store.js';
import { sql } from '../../src/platform/store/sql.js';
import { costStore } from './engine.js';

async function shares(amount: string, days: number): Promise<string[]> {
  const { client } = await costStore();
  const share = amortizedShare(
    sql`toDecimal128(${sql.literal(amount)}, 18)`,
    sql`day`,
    sql`toUInt32(${days})`,
  );
  const rows = await selectRows<{ share: string }>(
    client,
    sql`SELECT ${share} AS share FROM (SELECT number + 1 AS day FROM numbers(${days})) ORDER BY day`,
  );
  return rows.map((row) => row.share);
}

function total(parts: readonly string[]): string {
  return parts.reduce((sum, part) => sum.plus(part), new Decimal(0)).toFixed();
}

test.each([
  ['0.000000000000000001', 1],
  ['0.000000000000000001', 7],
  ['1', 31],
  ['-7.77', 365],
  ['-7.77', 1096],
])('the daily shares of %s over %i days add up', async (amount, days) => {
  const parts = await shares(amount, days);
  expect(parts).toHaveLength(days);
  expect(total(parts)).toBe(new Decimal(amount).toFixed());
});

test('10 amortized over 3 days', async () => {
  expect(await shares('10', 3)).toEqual([
    '3.333333333333333333',
    '3.333333333333333334',
    '3.333333333333333333',
  ]);
});

test('shares always add up to the amount and differ by at most two units in the last place', async () => {
  const amounts = bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
  await assert(
    asyncProperty(amounts, integer({ min: 1, max: 400 }), async (units, days) => {
      const amount = new Decimal(units.toString()).times('1e-18').toFixed(18);
      const parts = await shares(amount, days);
      expect(total(parts)).toBe(new Decimal(amount).toFixed());
      const sorted = parts.map((part) => new Decimal(part)).toSorted((a, b) => a.comparedTo(b));
      const spread = sorted.at(-1)?.minus(sorted[0] ?? 0);
      expect(spread?.lessThanOrEqualTo('2e-18')).toBe(true);
    }),
    { numRuns: 60 },
  );
});
