import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FakeBuckets } from '../bill-sources/fake-buckets.js';
import { focusBill } from '../focus-bill.js';
import {
  call,
  ownerSecret,
  testsCopies,
  timeoutMs,
  useProcesses,
  waitFor,
} from './server-process.js';

const { newFolder, run, start } = useProcesses();
let buckets: FakeBuckets;
beforeAll(async () => {
  buckets = await new FakeBuckets().open();
});
afterAll(() => {
  buckets.server.closeAllConnections();
  buckets.server.close();
});

const months = Array.from(
  { length: 10 },
  (_, index) => `2024-${String(index + 1).padStart(2, '0')}`,
);
const isEmbedded = !testsCopies;

// One folder is one bill of ten files; ten billing periods are ten bills.
test.runIf(isEmbedded).each([
  { what: 'one bill of ten files', keyOf: (month: string) => `one/${month}.csv.gz` },
  {
    what: 'ten bills',
    keyOf: (month: string) => `ten/BILLING_PERIOD=${month}/costs.csv.gz`,
  },
])(
  'an import of $what that a kill interrupts goes on where it stopped',
  async ({ keyOf }) => {
    const data = newFolder();
    const environment = { FARTHING_OUTBOUND_NETWORKS: '127.0.0.1' };
    const keys = months.map(keyOf);
    for (const [index, key] of keys.entries()) {
      buckets.put(key, gzipSync(focusBill('payer', months[index]!, index + 1)));
    }
    buckets.hanging.add(keys[5]!);
    buckets.fetched.length = 0;
    const first = await start(data, environment);
    const { body } = await call(first.url, 'POST', '/console/integrations/watched', {
      provider: 'aws',
      name: 'Ten files',
      url: `s3://bills/${keys[0]!.split('/')[0]}`,
      endpoint: buckets.origin,
      access_key_id: 'key',
      secret_access_key: 'secret',
    });
    const interrupted = run(data, ['jobs', 'run', 'watch-locations']);
    await waitFor('the sixth file is being fetched', () =>
      buckets.fetched.includes(keys[5]!) ? true : undefined,
    );
    await first.kill();
    await interrupted;
    expect(buckets.fetched).toEqual(keys.slice(0, 6));

    buckets.hanging.clear();
    buckets.fetched.length = 0;
    const second = await start(data, environment);
    // The server may have gone on with it before the command does.
    await run(data, ['jobs', 'run', 'watch-locations']);
    await waitFor('the bills are imported', async () => {
      const { body: found } = await call(second.url, 'GET', `/v2/integrations/${body.token}`);
      return found.last_updated === null ? undefined : true;
    });
    expect(buckets.fetched).toEqual(keys.slice(5));
    const { loads } = (await call(second.url, 'GET', '/console/imports?status=active')).body;
    expect(loads.map((load: { lines: number }) => load.lines)).toEqual(Array(10).fill(1));
    await second.stop();
  },
  timeoutMs,
);

test.runIf(isEmbedded).each(['kill', 'stop'] as const)(
  'uploads are imported after a %s of the server, also those that were waiting',
  async (end) => {
    const data = newFolder();
    const first = await start(data);
    const upload = async (cost: number) => {
      const [header, row] = focusBill(`payer-${cost}`, '2024-01', cost).split('\n');
      const response = await fetch(`${first.url}/console/imports?name=bill-${cost}.csv`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ownerSecret}` },
        body: [header, ...Array<string>(20_000).fill(row!), ''].join('\n'),
      });
      return (await response.json()) as { run_id: number };
    };
    const runs = [await upload(1), await upload(2), await upload(3)];
    await first[end]();
    const second = await start(data);
    for (const { run_id: id } of runs) {
      const run = await waitFor('the upload is imported', async () => {
        const { body } = await call(second.url, 'GET', `/console/imports/runs/${id}`);
        return body.status === 'running' ? undefined : body;
      });
      expect(run).toMatchObject({ status: 'committed', errors: [], loads: [{ lines: 20_000 }] });
    }
    await second.stop();
  },
  timeoutMs,
);
