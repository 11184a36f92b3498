import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { batchSize } from './write-values.js';
import { readValuesCsv } from './read-values-csv.js';

test('a file is read in batches, whatever its length', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'farthing-values-'));
  try {
    const count = 4 * batchSize + 1;
    const lines = Array.from({ length: count }, (_, index) =>
      index % 3 === 0 ? `never,${index}` : `2024-01-01,${index}`,
    );
    const path = join(folder, 'values.csv');
    await writeFile(path, ['date,amount', ...lines].join('\n'));
    const sizes: number[] = [];
    for await (const { values, errors } of readValuesCsv(path)) {
      sizes.push(values.length + errors.length);
    }
    expect(sizes).toEqual([batchSize, batchSize, batchSize, batchSize, 1]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
