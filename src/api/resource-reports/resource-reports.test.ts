import { beforeAll, describe, expect, test } from 'vitest';
import { type Account, newAccount } from '../../../test/harness.js';

const base = [
  'provider',
  'label',
  'accrued_costs',
  'recommendation_savings',
  'resource',
  'type',
  'region',
  'account',
];
const baseNames = 'provider label accruedCosts recommendationSavings resource type region account';

let account: Account;
beforeAll(async () => {
  account = await newAccount();
});

const create = (body: object = {}) =>
  account.as.post('/v2/resource_reports', { workspace_token: account.workspace.token, ...body });
const instances = `resources.provider = 'aws' AND resources.type = 'aws_instance'`;

test('every workspace starts with a report of all resources', async () => {
  const { resource_reports: reports } = (await account.as.get('/v2/resource_reports')).body;
  expect(reports[0]).toMatchObject({ title: 'All Active Resources', filter: null, columns: base });
});

describe('columns', () => {
  const columns = (type: string) =>
    account.as.get(`/v2/resource_reports/columns?resource_type=${type}`);

  test('of an instance are exactly these', async () => {
    const { body } = await columns('aws_instance');
    expect(body.columns).toHaveLength(8 + 40 + 1);
    expect(body.columns.slice(0, 11).join(' ')).toBe(
      `${baseNames} provisionedState maxCpu maxMemory`,
    );
    expect(body.columns.slice(-3)).toEqual(['datadogAgentInstalled', 'networkInterfaces', 'tags']);
    expect((await columns('aws_ec2_instance')).body).toEqual(body);
  });

  test('of other types are those of their metadata', async () => {
    expect((await columns('aws_eip')).body.columns.slice(8)).toEqual([
      'allocationId',
      'associationId',
      'publicIp',
      'tags',
    ]);
  });

  test('need a known type', async () => {
    expect((await columns('aws_nothing')).body).toEqual({
      errors: ['Invalid resource type: aws_nothing'],
    });
    const missing = await account.as.get('/v2/resource_reports/columns');
    expect(missing.status).toBe(400);
  });
});

describe('a report', () => {
  test('has defaults and knows its creator', async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: 'Untitled Report',
      filter: null,
      columns: base,
      folder_token: null,
      user_token: account.owner.token,
      created_by_token: account.owner.token,
    });
  });

  test('accepts any spelling of columns and returns them in its own', async () => {
    const { body } = await create({
      filter: instances,
      columns: ['accruedCosts', 'metadata.instancetype', 'max_cpu', 'MaxCpu', 'tag:Team', 'tags'],
    });
    expect(body.columns).toEqual(['accrued_costs', 'instance_type', 'max_cpu', 'tag:Team', 'tags']);
  });

  test.each([
    [undefined, ['instanceType']],
    [`resources.type = 'aws_instance' OR resources.type = 'aws_eip'`, ['provider']],
    [`resources.type IN ('aws_instance', 'aws_eip')`, ['tag:Team']],
  ])('with the filter %s cannot have custom columns', async (filter, columns) => {
    const { status, body } = await create({ filter, columns });
    expect([status, body.errors]).toEqual([
      422,
      ['Custom columns can only be set for reports with a single resource type'],
    ]);
  });

  test('rejects unknown columns and filters', async () => {
    const unknown = await create({ filter: instances, columns: ['colour'] });
    expect([unknown.status, unknown.body.errors]).toEqual([422, ['Unknown column: colour']]);
    expect((await create({ filter: `costs.provider = 'aws'` })).status).toBe(400);
  });

  test('may always have exactly the base columns', async () => {
    const { body } = await create({ columns: baseNames.split(' ').toReversed() });
    expect(body.columns).toEqual(base.toReversed());
  });

  test('loses its columns with the filter that allowed them', async () => {
    const { token } = (await create({ filter: instances, columns: ['max_cpu'] })).body;
    const path = `/v2/resource_reports/${token}`;
    expect((await account.as.put(path, { title: 'Renamed' })).body.columns).toEqual(['max_cpu']);
    expect((await account.as.put(path, { filter: '' })).body).toMatchObject({
      title: 'Renamed',
      filter: null,
      columns: base,
    });
  });

  test('lies in a folder of resource reports', async () => {
    const folder = async (type: string) =>
      (
        await account.as.post('/v2/folders', {
          title: 'F',
          type,
          workspace_token: account.workspace.token,
        })
      ).body.token;
    const own = await folder('ProviderResourceFolder');
    const { token, folder_token } = (await create({ folder_token: own })).body;
    expect(folder_token).toBe(own);
    expect((await create({ folder_token: await folder('CostFolder') })).status).toBe(400);
    await account.as.delete(`/v2/folders/${own}`);
    expect((await account.as.get(`/v2/resource_reports/${token}`)).body.folder_token).toBeNull();
  });
});
