import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumDecimals } from '../../src/platform/lib/decimal.js';
import { TestIntegration } from './test-integration.js';

const folder = mkdtempSync(join(tmpdir(), 'farthing-sums-'));
const header =
  'ChargePeriodStart,ChargePeriodEnd,ChargeCategory,BilledCost,ServiceName,ConsumedQuantity,ConsumedUnit';

function writeBill(costs: readonly string[], usage = '1'): string {
  const path = join(folder, 'bill.csv');
  const rows = costs.map(
    (cost) => `2024-01-02T00:00:00Z,2024-01-02T01:00:00Z,Usage,${cost},Storage,${usage},GB`,
  );
  writeFileSync(path, [header, ...rows].join('\n'));
  return path;
}

async function importError(path: string): Promise<string> {
  const integration = new TestIntegration();
  const error: unknown = await integration.import(path).catch((reason: unknown) => reason);
  expect(integration.loadStore.activeIds()).toEqual([]);
  return error instanceof Error ? `${error.name}: ${error.message}` : 'imported';
}

test.each([['99999999999999999999'], ['-99999999999999999999']])(
  'fifty costs of %s are rejected instead of wrapping around',
  async (cost) => {
    expect(await importError(writeBill(Array<string>(50).fill(cost)))).toBe(
      'ImportError: The costs add up to 4999999999999999999950; sums beyond 1000000000000000 cannot be stored exactly.',
    );
  },
);

test('costs that only cancel each other out are rejected, too', async () => {
  expect(await importError(writeBill(['99999999999999999999', '-99999999999999999999']))).toMatch(
    'The costs add up to 199999999999999999998;',
  );
});

test('usage beyond what its sums can hold is rejected', async () => {
  expect(await importError(writeBill(['1', '1'], '9999999999999999999'))).toMatch(
    'The usage amounts add up to 19999999999999999998;',
  );
});

test('the largest sums are stored exactly', async () => {
  const integration = new TestIntegration();
  await integration.import(
    writeBill(['499999999999999.999999999999999999', '500000000000000.000000000000000001']),
  );
  expect(await integration.totals()).toMatchObject({ billed: '1000000000000000' });
});

const cost = fc
  .tuple(fc.bigInt({ min: -(10n ** 32n), max: 10n ** 32n }), fc.integer({ min: 0, max: 14 }))
  .map(([digits, scale]) => {
    const scaled = digits / 10n ** BigInt(scale);
    const text = String(scaled < 0n ? -scaled : scaled).padStart(19, '0');
    return `${scaled < 0n ? '-' : ''}${text.slice(0, -18)}.${text.slice(-18)}`;
  });

test('lines and rollups have the exact sum of any costs within the limit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(cost, { minLength: 1, maxLength: 9 }), async (costs) => {
      const integration = new TestIntegration();
      await integration.import(writeBill(costs));
      const expected = sumDecimals(costs);
      for (const table of [
        'lines',
        'resource_costs',
        'tag_costs',
        'usage_costs',
        'service_costs',
      ]) {
        const [sums] = await integration.select(
          'sum(toDecimal256(billed_cost, 18)) AS sum',
          '',
          table,
        );
        expect([table, sums]).toEqual([table, { sum: expected }]);
      }
    }),
    { seed: 20240102, numRuns: 6 },
  );
});
