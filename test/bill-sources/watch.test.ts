import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchIntegration } from '../../src/domain/bill-sources/watch.js';
import { focusBill } from '../bills.js';
import { readBilledCosts } from '../billed-costs.js';
import { type Account, newAccount, setTime } from '../harness.js';
import { Buckets } from './bucket.js';

let account: Account;
let buckets: Buckets;
let token: string;

beforeEach(async () => {
  account = await newAccount();
  buckets = await new Buckets().open();
  const { body } = await account.as.post('/console/integrations/watched', {
    provider: 'aws',
    name: 'Watched',
    url: 's3://bills/cur',
    endpoint: buckets.origin,
    access_key_id: 'key',
    secret_access_key: 'secret',
  });
  token = body.token;
});
afterEach(() => {
  buckets.server.close();
  setTime('2026-03-10T09:00:00Z');
});

const row = () =>
  account.app.services.db
    .selectFrom('integrations')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
const look = async () => watchIntegration(account.app.services, await row(), account.app.clock);
const status = async () => (await row()).status;
const assign = () =>
  account.as.put(`/v2/integrations/${token}`, { workspace_tokens: [account.workspace.token] });
const costs = async () => (await readBilledCosts(account, account.workspace.token))[''] ?? '0';

const period = 'cur/daily/20240101-20240201';

/** A delivery of a report: its parts and the manifest that lists them. */
function deliver(assembly: string, ...parts: string[]): void {
  const keys = parts.map((_, index) => `${period}/${assembly}/daily-${index}.csv.gz`);
  for (const [index, part] of parts.entries()) buckets.put(keys[index]!, gzipSync(part));
  const manifest = { assemblyId: assembly, reportName: 'daily', reportKeys: keys };
  buckets.put(
    `${period}/daily-Manifest.json`,
    JSON.stringify(manifest),
    `2024-02-0${assembly}T00:00:00Z`,
  );
}

test('credentials go into the vault and are shown nowhere', async () => {
  const shown = JSON.stringify([
    (await account.as.get('/console/integrations')).body,
    (await account.as.get('/v2/audit_logs')).body,
    (await row()).settings,
  ]);
  expect(shown).not.toMatch(/"secret"/);
  expect(shown).toContain('[FILTERED]');
});

test('what a manifest lists is imported once, and its next version replaces it', async () => {
  expect(await status()).toBe('pending');
  expect(await look()).toEqual({ imported: 0, failed: 0 });
  expect(await status()).toBe('connected');
  deliver('1', focusBill('p', '2024-01', 1), focusBill('p', '2024-01', 2));
  expect(await look()).toEqual({ imported: 1, failed: 0 });
  expect(await status()).toBe('importing');
  await assign();
  expect(await status()).toBe('imported');
  expect(await costs()).toBe('3');
  expect(await look()).toEqual({ imported: 0, failed: 0 });
  deliver('2', focusBill('p', '2024-01', 1), focusBill('p', '2024-01', 5));
  expect(await look()).toEqual({ imported: 1, failed: 0 });
  expect(await costs()).toBe('6');
});

test('a delivery that is not whole leaves the last one, says so, and is tried again', async () => {
  deliver('1', focusBill('p', '2024-01', 1));
  await look();
  await assign();
  deliver('2', focusBill('p', '2024-01', 2), focusBill('p', '2024-01', 3));
  buckets.objects.delete(`${period}/2/daily-1.csv.gz`);
  expect(await look()).toEqual({ imported: 0, failed: 1 });
  expect(await row()).toMatchObject({
    status: 'error',
    last_error: `${period}/2/daily-1.csv.gz is in the manifest but not there.`,
  });
  expect(await costs()).toBe('1');
  buckets.put(`${period}/2/daily-1.csv.gz`, gzipSync(focusBill('p', '2024-01', 3)));
  await look();
  expect(await status()).toBe('imported');
  expect(await costs()).toBe('5');
});

test('revoked credentials disconnect, and a new location connects again', async () => {
  buckets.keys.clear();
  await look();
  expect(await row()).toMatchObject({
    status: 'error',
    last_error: expect.stringContaining('answered 403'),
  });
  buckets.keys.add('key');
  deliver('1', focusBill('p', '2024-01', 1));
  await look();
  await assign();
  buckets.keys.clear();
  await look();
  expect(await status()).toBe('disconnected');
  expect(await costs()).toBe('1');
  buckets.keys.add('other-key');
  const { body } = await account.as.put(`/console/integrations/${token}/location`, {
    url: 's3://bills/cur',
    endpoint: buckets.origin,
    access_key_id: 'other-key',
    secret_access_key: 'x',
  });
  expect(body.status).toBe('pending');
  await look();
  expect(await status()).toBe('imported');
});

test('the job looks at what is due: AWS every eight hours, what failed every hour', async () => {
  const { db } = account.app.services;
  const looked = async (time: string) => {
    setTime(time);
    // Integrations of other tests are none of this one's business.
    await db
      .updateTable('integrations')
      .set({ checked_at: new Date(time) })
      .where('account_token', '!=', account.account.token)
      .execute();
    return (await account.app.jobs.run('watch-locations')).split(',')[0];
  };
  deliver('1', focusBill('p', '2024-01', 1));
  expect(await looked('2026-03-10T09:00:00Z')).toBe('1 integrations looked at');
  expect(await looked('2026-03-10T16:59:00Z')).toBe('0 integrations looked at');
  buckets.put(`${period}/daily-Manifest.json`, 'no JSON', '2024-02-09T00:00:00Z');
  expect(await looked('2026-03-10T17:00:00Z')).toBe('1 integrations looked at');
  expect(await status()).toBe('error');
  expect(await looked('2026-03-10T17:59:00Z')).toBe('0 integrations looked at');
  expect(await looked('2026-03-10T18:00:00Z')).toBe('1 integrations looked at');
});

test('an Azure application is checked, then reads the container of its exports', async () => {
  account.app.services.ownAccess.azureAuthority = buckets.origin;
  const made = (password: string) =>
    account.as.post('/v2/integrations/azure', { tenant: 'tenant-1', app_id: 'app-1', password });
  token = (await made('mistyped')).body.token;
  expect(await look()).toEqual({ imported: 0, failed: 1 });
  expect(await row()).toMatchObject({
    status: 'error',
    last_error: 'Azure does not know application app-1 of tenant tenant-1 with this password.',
  });
  token = (await made('app-password')).body.token;
  expect(await status()).toBe('pending');
  await account.app.jobs.run('watch-locations');
  expect(await status()).toBe('connected');
  buckets.put('exports/january.csv', focusBill('p', '2024-01', 4));
  const place = { url: 'az://bills/exports', endpoint: buckets.origin };
  await account.as.put(`/console/integrations/${token}/location`, place);
  expect(await look()).toEqual({ imported: 1, failed: 0 });
  await assign();
  expect(await costs()).toBe('4');
});
