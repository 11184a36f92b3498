import { Decimal } from '../../src/platform/lib/decimal.js';
import { describe, expect, test } from 'vitest';
import type { Format } from '../../src/domain/ingest/format.js';
import { customCsvTransformed, providerFormats } from '../../src/domain/ingest/formats/index.js';
import {
  focusSamples,
  providerSamples,
  type SampleSums,
  transformedSamples,
} from '../sample-sums.js';
import { TestIntegration } from './test-integration.js';
import { hasSamples, sample } from './sample-files.js';

describe.skipIf(!hasSamples)('sample files', () => {
  test.each([...providerSamples, ...focusSamples])('$file has the expected totals', (expected) =>
    expectTotals(expected),
  );

  test.each(transformedSamples)(
    '$file has the expected totals as a transformed upload',
    (expected) => expectTotals(expected, [customCsvTransformed]),
  );

  test.each(transformedSamples)(
    '$file is rejected as FOCUS because of its dates',
    async ({ file }) => {
      const result = new TestIntegration().import(sample(file));
      await expect(result).rejects.toThrow('can be read');
    },
  );
});

async function expectTotals(
  expected: SampleSums,
  formats: readonly Format[] = providerFormats,
): Promise<void> {
  const integration = new TestIntegration();
  const result = await integration.import(sample(expected.file), {}, { formats });
  if (result.status !== 'committed') throw new Error('not committed');
  expect(result.format).toBe(expected.format);
  expect(sum(result.loads.map((load) => load.rowsStored))).toBe(expected.rows);
  expect(sum(result.loads.map((load) => load.rowsRejected))).toBe(expected.rejected ?? 0);
  const { billed, effective, list } = await integration.totals();
  expect({ billed, effective }).toEqual({ billed: expected.billed, effective: expected.effective });
  if (expected.list !== undefined) {
    expect(new Decimal(list ?? 0).toDecimalPlaces(12).toFixed()).toBe(expected.list);
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

test.skipIf(hasSamples)(
  'skipped: there is no folder shared/data next to the repository',
  () => undefined,
);
