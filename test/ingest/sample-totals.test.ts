import { Decimal, sumDecimals } from '../../src/platform/lib/decimal.js';
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
  test.each(providerSamples)('$file has the expected totals', (expected) => expectTotals(expected));

  // Many small files, so they are imported as one bill.
  test('examples of FOCUS have the expected totals', () => expectTotals(sumOf(focusSamples)));

  test('other examples have the expected totals as a transformed upload', () =>
    expectTotals(sumOf(transformedSamples), [customCsvTransformed]));

  test.each(transformedSamples.slice(0, 1))(
    '$file is rejected as FOCUS because of its dates',
    async ({ file }) => {
      const result = new TestIntegration().import(sample(file));
      await expect(result).rejects.toThrow('can be read');
    },
  );
});

interface ExpectedTotals extends Omit<SampleSums, 'file'> {
  file: string | string[];
}

/** What several files of one format contain together. */
function sumOf(samples: readonly SampleSums[]): ExpectedTotals {
  const lists = samples.flatMap(({ list }) => list ?? []);
  return {
    file: samples.map(({ file }) => file),
    format: samples[0]!.format,
    rows: sum(samples.map(({ rows }) => rows)),
    rejected: sum(samples.map(({ rejected = 0 }) => rejected)),
    billed: sumDecimals(samples.map(({ billed }) => billed)),
    effective: sumDecimals(samples.map(({ effective }) => effective)),
    ...(lists.length === samples.length && { list: sumDecimals(lists) }),
  };
}

async function expectTotals(
  expected: ExpectedTotals,
  formats: readonly Format[] = providerFormats,
): Promise<void> {
  const integration = new TestIntegration();
  const result = await integration.import([expected.file].flat().map(sample), {}, { formats });
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
