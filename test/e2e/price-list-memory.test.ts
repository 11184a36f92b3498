import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { useProcesses } from './server-process.js';

const { newFolder, run } = useProcesses();

/** The process starts its engines first, which takes minutes on a busy machine. */
const hangsAfterMs = 900_000;

/** A heap that the program starts in. */
const heapMb = 100;
/** Few products, because each takes time to store, but more of them than fit into the heap. */
const count = 2400;
/** What AWS says about a product beside what is stored: 48 KB. */
const words = 'lorem ipsum '.repeat(4000);

/** An offer file that is larger than the heap of the process that reads it. */
function* offerFile(): Generator<string> {
  yield '{"offerCode":"AmazonEC2","version":"1","publicationDate":"2026-02-03T10:00:00Z","products":{';
  for (let n = 0; n < count; n += 1) {
    const attributes = { instanceType: `x${n}.large`, regionCode: 'us-east-1', vcpu: '2', words };
    const product = { sku: `S${n}`, productFamily: 'Compute Instance', attributes };
    yield `${n ? ',' : ''}"S${n}":${JSON.stringify(product)}`;
  }
  yield '},"terms":{"OnDemand":{';
  for (let n = 0; n < count; n += 1) {
    const price = {
      unit: 'Hrs',
      beginRange: '0',
      endRange: 'Inf',
      pricePerUnit: { USD: `0.${n}` },
    };
    const term = { [`S${n}.T`]: { priceDimensions: { [`S${n}.T.1`]: price }, termAttributes: {} } };
    yield `${n ? ',' : ''}"S${n}":${JSON.stringify(term)}`;
  }
  yield '}}}';
}

test(
  'an offer file is imported with a heap that is smaller than the file',
  async () => {
    const folder = newFolder();
    const path = join(folder, 'offer.json');
    await pipeline(Readable.from(offerFile()), createWriteStream(path));
    expect((await stat(path)).size).toBeGreaterThan(heapMb * 2 ** 20);
    const data = join(folder, 'data');
    const smallHeap = { NODE_OPTIONS: `--max-old-space-size=${heapMb}` };
    const imported = await run(data, ['prices', 'import', path], smallHeap);
    expect(imported).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(
        `offer.json: AWS price list (JSON) of 2026-02-03, ${count} prices imported.`,
      ),
    });
  },
  hangsAfterMs,
);
