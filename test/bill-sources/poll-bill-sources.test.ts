import { gzipSync } from 'node:zlib';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { secondsToNextCheck } from '../../src/domain/intake/bill-sources/check-schedule.js';
import { download } from '../../src/domain/intake/bill-sources/http-requests.js';
import { sendTrusted } from '../../src/platform/outbound/send-request.js';
import { focusBill } from '../focus-bill.js';
import { setTime } from '../clock.js';
import { type Account, newAccount } from '../harness.js';
import { FakeBuckets } from './fake-buckets.js';

const start = '2026-03-10T09:00:00Z';
let account: Account;
let buckets: FakeBuckets;

beforeEach(async () => {
  account = await newAccount();
  buckets = await new FakeBuckets().open();
  // Integrations of other tests are not due.
  await account.app.services.db
    .updateTable('integrations')
    .set({ checked_at: new Date(start), next_check_at: new Date('2099-01-01') })
    .execute();
});
afterEach(() => {
  buckets.server.closeAllConnections();
  buckets.server.close();
  setTime(start);
});

async function watch(folder: string, provider = 'aws'): Promise<string> {
  const { body } = await account.as.post('/console/integrations/watched', {
    provider,
    name: folder,
    url: `s3://bills/${folder}`,
    endpoint: buckets.origin,
    access_key_id: 'key',
    secret_access_key: 'secret',
    allow_overlap: true,
  });
  return body.token;
}

const read = (token: string) =>
  account.app.services.db
    .selectFrom('integrations')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirstOrThrow();

const runJob = () => account.app.jobs.run('watch-locations');
const checkedAfter = async (time: number) => {
  setTime(new Date(Date.parse(start) + time * 1000).toISOString());
  return (await runJob()).split(',')[0];
};

const deliver = (folder: string, cost: number) =>
  buckets.put(`${folder}/bill.csv.gz`, gzipSync(focusBill('p', '2024-01', cost)));

test('a source is checked again when its time has come, sooner after a failure, ever later while it fails', async () => {
  const token = await watch('cur');
  deliver('cur', 1);
  const regular = secondsToNextCheck({ token, provider: 'aws' }, 0);
  const [first, second] = [1, 2].map((failures) =>
    secondsToNextCheck({ token, provider: 'aws' }, failures),
  ) as [number, number];
  expect(await checkedAfter(0)).toBe('1 integrations checked');
  expect(await checkedAfter(regular - 1)).toBe('0 integrations checked');
  buckets.put('cur/bill.csv.gz', 'no bill', '2024-02-09T00:00:00Z');
  expect(await checkedAfter(regular)).toBe('1 integrations checked');
  expect((await read(token)).status).toBe('error');
  expect(await checkedAfter(regular + first - 1)).toBe('0 integrations checked');
  expect(await checkedAfter(regular + first)).toBe('1 integrations checked');
  expect(await checkedAfter(regular + first + second - 1)).toBe('0 integrations checked');
  deliver('cur', 2);
  expect(await checkedAfter(regular + first + second)).toBe('1 integrations checked');
  expect(await read(token)).toMatchObject({ failed_checks: 0, last_error: null });
});

test('a source that hangs delays no other one', async () => {
  const [hanging, ...others] = [await watch('slow'), await watch('quick'), await watch('fast')];
  for (const folder of ['slow', 'quick', 'fast']) deliver(folder, 1);
  buckets.hanging.add('slow/bill.csv.gz');
  const job = runJob();
  for (const token of others) {
    await vi.waitUntil(async () => (await read(token)).last_updated !== null, { timeout: 120_000 });
  }
  expect(buckets.fetched).toContain('slow/bill.csv.gz');
  expect((await read(hanging)).last_updated).toBeNull();
  buckets.server.closeAllConnections();
  expect(await job).toBe('3 integrations checked, 2 bills imported, 1 failed');
  expect(await read(hanging)).toMatchObject({ status: 'error', failed_checks: 1 });
});

test('a source that is being polled is not claimed by a second run', async () => {
  await watch('slow');
  deliver('slow', 1);
  buckets.hanging.add('slow/bill.csv.gz');
  const first = runJob();
  await vi.waitUntil(() => buckets.fetched.length > 0, { timeout: 120_000 });
  expect(await runJob()).toBe('0 integrations checked, 0 bills imported, 0 failed');
  buckets.server.closeAllConnections();
  await first;
});

test('a download that falls silent is given up', async () => {
  buckets.hanging.add('cur/silent');
  const path = join(mkdtempSync(join(tmpdir(), 'farthing-silent-')), 'file');
  const url = `${buckets.origin}/bills/cur/silent`;
  const send: typeof sendTrusted = (to, request) =>
    sendTrusted(to, { ...request, headers: { authorization: 'Credential=key/' } });
  await expect(download(send, url, path, undefined, 0.2)).rejects.toThrow('does not respond');
});

test('after an interrupted check, only the files are fetched that are missing', async () => {
  const token = await watch('cur');
  const months = Array.from(
    { length: 10 },
    (_, index) => `2024-${String(index + 1).padStart(2, '0')}`,
  );
  const keys = months.map((month, index) => `cur/part-${index}-${month}.csv.gz`);
  for (const [index, key] of keys.entries())
    buckets.put(key, gzipSync(focusBill('p', months[index]!, 1)));
  buckets.hanging.add(keys[5]!);
  const job = runJob();
  await vi.waitUntil(() => buckets.fetched.includes(keys[5]!), { timeout: 120_000 });
  buckets.server.closeAllConnections();
  expect(await job).toBe('1 integrations checked, 0 bills imported, 1 failed');
  expect(buckets.fetched).toEqual(keys.slice(0, 6));
  buckets.hanging.clear();
  buckets.fetched.length = 0;
  const retry = secondsToNextCheck({ token, provider: 'aws' }, 1);
  expect(await checkedAfter(retry)).toBe('1 integrations checked');
  expect(buckets.fetched).toEqual(keys.slice(5));
  expect((await read(token)).last_error).toBeNull();
});
