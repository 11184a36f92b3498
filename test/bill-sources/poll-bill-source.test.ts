import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dataFileFormats } from '../../src/domain/data-file-formats.js';
import { pollBillSource } from '../../src/domain/intake/bill-sources/poll-bill-source.js';
import { focusBill } from '../focus-bill.js';
import { readBilledCosts } from '../billed-costs.js';
import { setTime } from '../clock.js';
import { type Account, newAccount } from '../harness.js';
import { FakeBuckets } from './fake-buckets.js';

let account: Account;
let buckets: FakeBuckets;
let token: string;

beforeEach(async () => {
  account = await newAccount();
  buckets = await new FakeBuckets().open();
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
  buckets.server.closeAllConnections();
  buckets.server.close();
  setTime('2026-03-10T09:00:00Z');
});

const readIntegration = () =>
  account.app.services.db
    .selectFrom('integrations')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
const poll = async () =>
  pollBillSource(account.app.services, await readIntegration(), {
    clock: account.app.clock,
    dataFileFormats,
  });
const status = async () => (await readIntegration()).status;
const assignWorkspace = () =>
  account.as.put(`/v2/integrations/${token}`, { workspace_tokens: [account.workspace.token] });
const costs = async () => (await readBilledCosts(account, account.workspace.token))[''] ?? '0';

const period = 'cur/daily/20240101-20240201';

/** Delivers a version of a report: its parts and the manifest that lists them. */
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

test('credentials are stored in the vault and never returned', async () => {
  const shown = JSON.stringify([
    (await account.as.get('/console/integrations')).body,
    (await account.as.get('/v2/audit_logs')).body,
    (await readIntegration()).settings,
  ]);
  expect(shown).not.toMatch(/"secret"/);
  expect(shown).toContain('[FILTERED]');
});

test('the files of a manifest are imported once, and the next version replaces them', async () => {
  expect(await status()).toBe('pending');
  expect(await poll()).toEqual({ imported: 0, failed: 0 });
  expect(await status()).toBe('connected');
  deliver('1', focusBill('p', '2024-01', 1), focusBill('p', '2024-01', 2));
  expect(await poll()).toEqual({ imported: 1, failed: 0 });
  expect(await status()).toBe('importing');
  await assignWorkspace();
  expect(await status()).toBe('imported');
  expect(await costs()).toBe('3');
  expect(await poll()).toEqual({ imported: 0, failed: 0 });
  deliver('2', focusBill('p', '2024-01', 1), focusBill('p', '2024-01', 5));
  expect(await poll()).toEqual({ imported: 1, failed: 0 });
  expect(await costs()).toBe('6');
});

test('an incomplete delivery leaves the last one, reports an error, and is retried', async () => {
  deliver('1', focusBill('p', '2024-01', 1));
  await poll();
  await assignWorkspace();
  deliver('2', focusBill('p', '2024-01', 2), focusBill('p', '2024-01', 3));
  buckets.objects.delete(`${period}/2/daily-1.csv.gz`);
  expect(await poll()).toEqual({ imported: 0, failed: 1 });
  expect(await readIntegration()).toMatchObject({
    status: 'error',
    last_error: `${period}/2/daily-1.csv.gz is listed in the manifest but missing.`,
  });
  expect(await costs()).toBe('1');
  buckets.put(`${period}/2/daily-1.csv.gz`, gzipSync(focusBill('p', '2024-01', 3)));
  await poll();
  expect(await status()).toBe('imported');
  expect(await costs()).toBe('5');
});

test('revoked credentials disconnect the integration, and a new location reconnects it', async () => {
  buckets.validKeys.clear();
  await poll();
  expect(await readIntegration()).toMatchObject({
    status: 'error',
    last_error: expect.stringContaining('returned HTTP 403'),
  });
  buckets.validKeys.add('key');
  deliver('1', focusBill('p', '2024-01', 1));
  await poll();
  await assignWorkspace();
  buckets.validKeys.clear();
  await poll();
  expect(await status()).toBe('disconnected');
  expect(await costs()).toBe('1');
  buckets.validKeys.add('other-key');
  const { body } = await account.as.put(`/console/integrations/${token}/location`, {
    url: 's3://bills/cur',
    endpoint: buckets.origin,
    access_key_id: 'other-key',
    secret_access_key: 'x',
  });
  expect(body.status).toBe('pending');
  await poll();
  expect(await status()).toBe('imported');
});

test('the credentials of an Azure application are checked, then used to read its exports', async () => {
  const { serverCredentials } = account.app.services;
  serverCredentials.azureAuthority = buckets.origin;
  const createAzure = (password: string) =>
    account.as.post('/v2/integrations/azure', { tenant: 'tenant-1', app_id: 'app-1', password });
  token = (await createAzure('mistyped')).body.token;
  expect(await poll()).toEqual({ imported: 0, failed: 1 });
  expect(await readIntegration()).toMatchObject({
    status: 'error',
    last_error: 'Azure rejected the password of application app-1 in tenant tenant-1.',
  });
  token = (await createAzure('app-password')).body.token;
  expect(await status()).toBe('pending');
  await account.app.jobs.run('watch-locations');
  expect(await status()).toBe('connected');
  buckets.put('exports/january.csv', focusBill('p', '2024-01', 4));
  const location = { url: 'az://bills/exports', endpoint: buckets.origin };
  await account.as.put(`/console/integrations/${token}/location`, location);
  expect(await poll()).toEqual({ imported: 0, failed: 1 });
  expect(await readIntegration()).toMatchObject({
    status: 'error',
    last_error: expect.stringContaining('is not an endpoint of Azure Storage'),
  });
  // The operator uses this endpoint instead of Azure's.
  serverCredentials.endpoints = { azure: [buckets.origin] };
  expect(await poll()).toEqual({ imported: 1, failed: 0 });
  serverCredentials.endpoints = {};
  await assignWorkspace();
  expect(await costs()).toBe('4');
});

test('stored keys are not sent to another endpoint', async () => {
  const other = await new FakeBuckets().open();
  other.validKeys.add('key');
  const path = `/console/integrations/${token}/location`;
  const body = { url: 's3://bills/cur', endpoint: other.origin };
  await account.as.put(path, body);
  expect(await poll()).toEqual({ imported: 0, failed: 1 });
  expect(other.received.map(({ authorization }) => authorization)).toEqual([undefined]);
  other.server.close();
  const { secrets } = await readIntegration();
  expect(account.app.services.vault.open(secrets!)).toEqual({});
});

test('the state of an integration says why its listing was given up', async () => {
  buckets.listing = () => '<R><NextContinuationToken>same</NextContinuationToken></R>';
  expect(await poll()).toEqual({ imported: 0, failed: 1 });
  expect(await readIntegration()).toMatchObject({
    status: 'error',
    last_error: 'The listing repeats itself: the storage returned a page twice.',
  });
});
