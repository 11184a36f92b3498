import { basename } from 'node:path';
import { Decimal } from '../../src/platform/lib/decimal.js';
import { describe, expect, test } from 'vitest';
import type { Format } from '../../src/domain/intake/ingest/format.js';
import {
  customCsvTransformed,
  providerFormats,
} from '../../src/domain/intake/ingest/formats/index.js';
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
  test('examples of FOCUS have the expected totals', () => expectFiles(focusSamples));

  test('other examples have the expected totals as a transformed upload', () =>
    expectFiles(transformedSamples, [customCsvTransformed]));

  test.each(transformedSamples)(
    '$file is rejected as FOCUS because of its dates',
    async ({ file }) => {
      const result = new TestIntegration().import(sample(file));
      await expect(result).rejects.toThrow('can be read');
    },
  );
});

/** Imports files as one bill, and expects the rows and totals of each. */
async function expectFiles(
  samples: readonly SampleSums[],
  formats: readonly Format[] = providerFormats,
): Promise<void> {
  const integration = new TestIntegration();
  const paths = samples.map(({ file }) => sample(file));
  const result = await integration.import(paths, {}, { formats });
  if (result.status !== 'committed') throw new Error('not committed');
  expect(new Set(samples.map(({ format }) => format))).toEqual(new Set([result.format]));
  expect(sum(result.loads.map((load) => load.rowsRejected))).toBe(
    sum(samples.map(({ rejected = 0 }) => rejected)),
  );
  const stored = await integration.select<{ file: string; list: string | null }>(
    `source_file AS file, uniqExact(source_row) AS rows, sum(billed_cost) AS billed,
     sum(effective_cost) AS effective, sum(list_cost) AS list`,
    'GROUP BY file',
  );
  const found = new Map(
    stored.map(({ file, list, ...row }) => [file, { ...row, list: rounded(list) }]),
  );
  for (const { file, rows, billed, effective, list } of samples) {
    expect(found.get(basename(file)), file).toMatchObject({
      rows: String(rows),
      billed,
      effective,
      ...(list !== undefined && { list }),
    });
  }
}

const rounded = (list: string | null) => new Decimal(list ?? 0).toDecimalPlaces(12).toFixed();

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
    expect(rounded(list)).toBe(expected.list);
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

test.skipIf(hasSamples)(
  'skipped: there is no folder shared/data next to the repository',
  () => undefined,
);
