import { beforeAll, describe, expect, test } from 'vitest';
import { importCharges, importCsv, newIntegration } from './cost-fixtures.js';
import { type Account, newAccount } from './harness.js';

// Lists of the providers, accounts and services of a workspace.
let account: Account;
let second: string;
let rack: string;

beforeAll(async () => {
  account = await newAccount();
  second = (await account.as.post('/v2/workspaces', { name: 'Second' })).body.token;
  await importCharges(
    account,
    [
      { day: '2026-01-01', cost: '1', account: '11', accountName: 'Old', service: 'EC2' },
      { day: '2026-02-01', cost: '1', account: '11', accountName: 'Shop', service: 'EC2' },
      { day: '2026-02-01', cost: '1', account: '12', service: 'S3' },
      { day: '2026-02-01', cost: '1', service: 'S3' },
      { day: '2026-02-01', cost: '1', account: 'p', provider: 'Google Cloud', service: 'Run' },
    ],
    { provider: 'aws', name: 'Main bill' },
  );
  rack = await importCsv(
    account,
    'ChargePeriodStart,ChargeCategory,BilledCost,ServiceName,SubAccountId\n2026-02-01,Fee,1,Rack,row-1',
    { name: 'Own racks' },
  );
  await newIntegration(account, { provider: 'datadog', name: 'Monitoring' });
  await importCharges(
    account,
    [{ day: '2026-02-01', cost: '1', account: '99', service: 'Hidden', provider: 'Oracle' }],
    { workspaces: [second] },
  );
});

const read = async (list: string, query = '') =>
  (await account.as.get(`/v2/${list}?workspace_token=${account.workspace.token}${query}`)).body[
    list
  ];

describe('cost_providers', () => {
  test('are those of integrations and those with costs, by name', async () => {
    expect(await read('cost_providers')).toEqual([
      { name: 'AWS', key: 'aws' },
      { name: 'Datadog', key: 'datadog' },
      { name: 'Google Cloud', key: 'gcp' },
      { name: 'Own racks', key: `custom_provider:${rack}` },
    ]);
  });
});

describe('cost_services', () => {
  test('are those with costs, by provider and name', async () => {
    expect(await read('cost_services')).toEqual([
      { name: 'EC2', provider: 'aws' },
      { name: 'S3', provider: 'aws' },
      { name: 'Rack', provider: `custom_provider:${rack}` },
      { name: 'Run', provider: 'gcp' },
    ]);
  });
});

describe('cost_provider_accounts', () => {
  const shop = { title: 'Shop', account_id: '11', provider_uuid: '11', provider: 'aws' };
  const twelve = { title: '12', account_id: '12', provider_uuid: '12', provider: 'aws' };
  const row = {
    title: 'row-1',
    account_id: 'row-1',
    provider_uuid: 'row-1',
    provider: expect.stringMatching(/^custom_provider:/),
  };
  const project = { title: 'p', account_id: 'p', provider_uuid: 'p', provider: 'gcp' };

  test.each<[string, object[]]>([
    ['', [twelve, shop, row, project]],
    ['&provider=aws', [twelve, shop]],
    ['&provider=custom_provider', [row]],
    ['&account_id=11', [shop]],
    ['&account_name=Shop', [shop]],
    ['&account_name=Old', []],
    ['&provider=gcp&account_id=11', []],
    ['&limit=1', [twelve]],
    ['&limit=2&page=2', [row, project]],
  ])('%j', async (query, expected) => {
    expect(await read('cost_provider_accounts', query)).toEqual(expected);
  });

  test('a custom provider is identified by its token', async () => {
    expect(await read('cost_provider_accounts', `&provider=custom_provider:${rack}`)).toEqual([
      row,
    ]);
    expect(await read('cost_provider_accounts', '&provider=custom_provider:nobody')).toEqual([]);
  });

  test('are paged on request only', async () => {
    const path = `/v2/cost_provider_accounts?workspace_token=${account.workspace.token}`;
    const { links } = (await account.as.get(path)).body;
    expect(links).toMatchObject({ next: null, prev: null, last: expect.stringMatching(/page=1$/) });
    const paged = (await account.as.get(`${path}&limit=1`)).body.links;
    expect(paged).toMatchObject({
      next: expect.stringMatching(/page=2$/),
      last: expect.stringMatching(/page=4$/),
    });
  });

  test('an unknown provider is rejected', async () => {
    const path = `/v2/cost_provider_accounts?workspace_token=${second}&provider=acme`;
    expect(await account.as.get(path)).toMatchObject({
      status: 400,
      body: { errors: ['provider does not have a valid value'] },
    });
  });
});

describe.each(['cost_providers', 'cost_provider_accounts', 'cost_services'])('%s', (list) => {
  test('requires a workspace where there are several', async () => {
    const response = await account.as.get(`/v2/${list}`);
    expect(response).toMatchObject({
      status: 400,
      body: { errors: ['workspace_token is missing'] },
    });
  });

  test('is empty for a workspace without access', async () => {
    const unknown = await account.as.get(`/v2/${list}?workspace_token=wrkspc_0`);
    expect(unknown).toMatchObject({ status: 200, body: { [list]: [] } });
    const other = await newAccount();
    const foreign = await other.as.get(`/v2/${list}?workspace_token=${second}`);
    expect(foreign.body[list]).toEqual([]);
    expect((await other.as.get(`/v2/${list}`)).body[list]).toEqual([]);
  });
});
