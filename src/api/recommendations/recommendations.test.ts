import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setTime } from '../../../test/clock.js';
import { type Account, newAccount } from '../../../test/harness.js';
import { newIntegration } from '../../../test/cost-fixtures.js';
import {
  billResources,
  evaluateVolumes,
  newRecommendation,
} from '../../../test/recommendations.js';
import { newResource } from '../../../test/resources.js';

let account: Account;
let workspace: string;

/** gp2 volumes in three accounts: they save 2, 4 and 6 a month. */
beforeAll(async () => {
  account = await newAccount();
  workspace = account.workspace.token;
  const integration_token = await newIntegration(account, { provider: 'aws' });
  for (const [index, size] of [100, 200, 300].entries()) {
    await newResource(account, {
      integration_token,
      uuid: `arn:aws:ec2:us-east-1:11112222333${index}:volume/vol-${index}`,
      account_id: `11112222333${index}`,
      provider_account_id: index === 0 ? 'payer-a' : 'payer-b',
      region: index === 2 ? 'elsewhere-1' : 'us-east-1',
      tags: index === 1 ? { team: 'storage' } : {},
      metadata: { volume_type: 'gp2', size },
    });
  }
  await evaluateVolumes(account);
});

const get = (path: string) => account.as.get(`/v2/recommendations${path}`);

async function list(query = ''): Promise<string[]> {
  const { status, body } = await get(`?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.recommendations.map((each: { potential_savings: string }) => each.potential_savings);
}

test('recommendations are listed with the largest saving first', async () => {
  expect(await list()).toEqual(['6.0', '4.0', '2.0']);
  expect(await list('limit=1&page=2')).toEqual(['4.0']);
  const { body } = await get('?provider_account_id=111122223331');
  expect(body.recommendations).toEqual([
    {
      token: expect.stringMatching(/^rcmmndtn_/),
      type: 'aws:ebs:gp2-to-gp3',
      category: 'ebs_gp2_to_gp3',
      workspace_token: workspace,
      provider: 'aws',
      provider_account_id: '111122223331',
      description: 'Change EBS volumes from gp2 to gp3, with the same performance.',
      documentation_url: null,
      potential_savings: '4.0',
      unbilled_savings: '4.0',
      cost_per_month: null,
      uses_example_prices: true,
      service: 'Amazon EBS',
      created_at: '2026-03-10T09:00:00Z',
      resources_affected_count: 1,
      currency_code: 'USD',
      currency_symbol: '$',
      status: 'active',
      dismissed_reason: null,
      dismissed_until: null,
      resolved_at: null,
    },
  ]);
  const one = await get(`/${body.recommendations[0].token}`);
  expect(one.body).toEqual(body.recommendations[0]);
  expect((await get('/rcmmndtn_0000000000000000')).status).toBe(404);
});

test.each([
  ['provider=aws', 3],
  ['provider=gcp', 0],
  ['provider_ids=aws,gcp', 3],
  ['provider_ids[]=azure', 0],
  ['account_ids=111122223330,111122223332', 2],
  ['billing_account_ids=payer-b', 2],
  ['regions=elsewhere-1', 1],
  ['tag_key=team&tag_value=storage', 1],
  ['tag_key=team&tag_value=other', 0],
  ['start_date=2026-03-10', 3],
  ['start_date=2026-03-11', 0],
  ['end_date=2026-03-10', 3],
  ['end_date=2026-03-09', 0],
  ['min_savings=4', 2],
  ['min_savings=4.01', 1],
  ['type=GP2-TO', 3],
  ['type=%25', 0],
  ['category=ebs_gp2_to_gp3', 3],
  ['category=ebs', 0],
  ['types[]=aws:ebs:gp2-to-gp3&types[]=aws:ebs:unattached-volume', 3],
  ['types[]=aws:ebs', 0],
  ['type=gp3&category=other', 3],
  ['status=archived', 0],
  ['filter=open', 3],
  ['filter=dismissed', 0],
  ['filter=resolved', 0],
  ['status=active&filter=resolved', 3],
  ['regions=us-east-1&min_savings=4', 1],
])('%s matches %i recommendations', async (query, count) => {
  expect(await list(query)).toHaveLength(count);
  expect(await list(`${query}&workspace_token=${workspace}`)).toHaveLength(count);
});

test.each([
  'provider=oracle',
  'provider_ids=aws,oracle',
  'tag_key=team',
  'tag_value=storage',
  'start_date=March',
  'start_date=2026-03-02&end_date=2026-03-01',
  'min_savings=-1',
  'min_savings=much',
  `type=${'x'.repeat(256)}`,
  'status=open',
  'filter=active',
])('%s is refused', async (query) => {
  expect((await get(`?${query}`)).status).toBe(400);
});

test('filters that need a workspace are refused where the caller sees several', async () => {
  const other = await newAccount();
  await other.as.post('/v2/workspaces', { name: 'Second' });
  const status = async (query: string) =>
    (await other.as.get(`/v2/recommendations?${query}`)).status;
  expect(await status('provider=aws&type=x&category=y&provider_account_id=1')).toBe(200);
  for (const query of ['regions=x', 'min_savings=0', 'end_date=2026-03-10', 'provider_ids=aws']) {
    expect(await status(query)).toBe(400);
    expect(await status(`${query}&workspace_token=${other.workspace.token}`)).toBe(200);
  }
  expect(
    (await other.as.get(`/v2/recommendations?workspace_token=${workspace}`)).body,
  ).toMatchObject({ recommendations: [] });
});

test('the resources of a recommendation have their actions and evidence', async () => {
  const [{ token }] = (await get('?regions=elsewhere-1')).body.recommendations;
  const { body } = await get(`/${token}/resources`);
  expect(body.links.self).toMatch(/^http/);
  expect(body.resources).toEqual([
    {
      token: expect.stringMatching(/^prvdr_rsrc_/),
      uuid: 'arn:aws:ec2:us-east-1:111122223332:volume/vol-2',
      type: 'aws_ebs_volume',
      label: null,
      metadata: { volume_type: 'gp2', size: 300 },
      account_id: '111122223332',
      billing_account_id: 'payer-b',
      provider: 'aws',
      region: 'elsewhere-1',
      created_at: '2026-01-01T00:00:00Z',
      tags: {},
      resource_id: 'vol-2',
      recommendation_actions: [
        {
          action: 'modify',
          description: expect.stringContaining('300 GB'),
          potential_savings: '6.0',
          instance_type: 'gp3',
          containers: null,
          remediation_cli_command: 'aws ec2 modify-volume --volume-id vol-2 --volume-type gp3',
          terraform: 'type = "gp3"',
        },
      ],
      evidence: expect.arrayContaining([{ label: 'Size', value: '300 GB' }]),
      uses_example_prices: false,
      cost_per_month: null,
      dismissed_at: null,
      dismissed_until: null,
      dismissed_reason: null,
    },
  ]);
  const path = `/${token}/resources/${body.resources[0].token}`;
  expect((await get(path)).body).toEqual(body.resources[0]);
  expect((await get(`/${token}/resources/prvdr_rsrc_0`)).status).toBe(404);
  expect((await get('/rcmmndtn_0/resources')).status).toBe(404);
});

test('resources by type are filtered themselves', async () => {
  const ofType = (query: string) =>
    get(`/by_type/aws%3Aebs%3Agp2-to-gp3/resources?workspace_token=${workspace}&${query}`);
  const ids = async (query: string) => {
    const { status, body } = await ofType(query);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.resources.map((each: { resource_id: string }) => each.resource_id);
  };
  expect(await ids('')).toEqual(['vol-2', 'vol-1', 'vol-0']);
  expect(await ids('account_ids=111122223331')).toEqual(['vol-1']);
  expect(await ids('billing_account_ids=payer-b&regions=us-east-1')).toEqual(['vol-1']);
  expect(await ids('tag_key=team&tag_value=storage')).toEqual(['vol-1']);
  expect(await ids('min_savings=6&limit=5')).toEqual(['vol-2']);
  expect(await ids('status=archived')).toEqual([]);
  expect((await get('/by_type/aws:ebs:gp2-to-gp3/resources')).status).toBe(400);
  expect((await get(`/by_type/aws:x/resources?workspace_token=${workspace}`)).status).toBe(404);
  expect((await get('/by_type/aws:ebs:gp2-to-gp3/resources?workspace_token=wrkspc_0')).status).toBe(
    404,
  );
});

test('savings are converted into the currency of the workspace', async () => {
  const own = await newAccount();
  await own.as.put(`/v2/workspaces/${own.workspace.token}`, {
    enable_currency_conversion: true,
    currency: 'EUR',
  });
  await own.app.services.db
    .insertInto('exchange_rates')
    .values({
      account_token: own.account.token,
      base_currency_code: 'USD',
      currency_code: 'EUR',
      effective_date: '2026-03-01',
      rate: '0.9',
      updated_at: own.app.clock(),
    })
    .execute();
  const token = await newRecommendation(own);
  expect((await own.as.get(`/v2/recommendations/${token}`)).body).toMatchObject({
    potential_savings: '1.8',
    currency_code: 'EUR',
    currency_symbol: '€',
  });
  const count = async (minimum: string) =>
    (await own.as.get(`/v2/recommendations?min_savings=${minimum}`)).body.recommendations.length;
  expect([await count('1.8'), await count('1.81')]).toEqual([1, 0]);
  const { body } = await own.as.get(`/v2/recommendations/${token}/resources`);
  expect(body.resources[0].recommendation_actions[0].potential_savings).toBe('2.0');
});

test('a dismissed recommendation is archived with its reason until a day, and can be restored', async () => {
  const own = await newAccount();
  const path = `/v2/recommendations/${await newRecommendation(own)}`;
  const count = async (query: string) =>
    (await own.as.get(`/v2/recommendations?${query}`)).body.recommendations.length;
  const dismissed = await own.as.post(`${path}/dismiss`, {
    reason: 'Migration in May',
    until: '2026-05-31',
  });
  expect(dismissed.body).toMatchObject({
    status: 'archived',
    dismissed_reason: 'Migration in May',
    dismissed_until: '2026-05-31',
  });
  expect([await count(''), await count('status=archived')]).toEqual([0, 1]);
  expect(await count('filter=dismissed')).toBe(1);
  await evaluateVolumes(own);
  expect((await own.as.get(path)).body).toMatchObject({ status: 'archived' });
  const restored = await own.as.post(`${path}/restore`);
  expect(restored.body).toMatchObject({ status: 'active', dismissed_reason: null });
  expect((await own.as.post(`${path}/dismiss`, { until: '2026-03-09' })).status).toBe(400);
  const viewer = await own.newUser('viewer');
  expect((await viewer.as.post(`${path}/dismiss`, {})).status).toBe(403);
  const { body } = await own.as.get('/v2/audit_logs?object_type=recommendation_commitment');
  expect(JSON.stringify(body)).toContain('Migration in May');
});

test('recommendations are grouped with the savings that count and the cost of their resources', async () => {
  const own = await newAccount();
  const integration_token = await newIntegration(own, { provider: 'aws' });
  // Unattached gp2 volumes in two accounts: a change of type is an alternative to deletion.
  const volume = (account_id: string, size: number) =>
    newResource(own, {
      integration_token,
      account_id,
      uuid: `arn:aws:ec2:us-east-1:${account_id}:volume/vol-${size}`,
      metadata: { volume_type: 'gp2', size, state: 'available', detached_at: '2026-01-02' },
    });
  await billResources(own, [
    await volume('1', 100),
    await volume('2', 200),
    await volume('2', 300),
  ]);
  await evaluateVolumes(own);
  const grouped = async (query: string) => {
    const { status, body } = await own.as.get(`/v2/recommendations?${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const byCategory = await grouped('group_by=category');
  expect(byCategory.groups).toEqual([
    {
      value: 'ebs_unattached_volume',
      recommendations: 2,
      resources: 3,
      savings: '90.0',
      cost_per_month: '90.0',
    },
    {
      value: 'ebs_gp2_to_gp3',
      recommendations: 2,
      resources: 0,
      savings: '0.0',
      cost_per_month: '0.0',
    },
  ]);
  const categories = byCategory.recommendations.map((each: { category: string }) => each.category);
  expect(categories).toEqual([
    'ebs_unattached_volume',
    'ebs_unattached_volume',
    'ebs_gp2_to_gp3',
    'ebs_gp2_to_gp3',
  ]);
  expect(byCategory.recommendations[0]).toMatchObject({
    potential_savings: '60.0',
    cost_per_month: '60.0',
  });
  // A page has its own groups alone, with the sums of all pages.
  const second = await grouped('group_by=account&limit=2&page=2');
  expect(second.groups).toEqual([
    { value: '1', recommendations: 2, resources: 1, savings: '30.0', cost_per_month: '30.0' },
  ]);
  // Without its alternative, the change of type counts.
  const [changes] = (await grouped('group_by=category&category=ebs_gp2_to_gp3')).groups;
  expect(changes).toMatchObject({ resources: 3, savings: '12.0', cost_per_month: '90.0' });
  expect(Object.keys(await grouped(''))).not.toContain('groups');
  const foreign = `group_by=account&workspace_token=${workspace}`;
  expect(await grouped(foreign)).toMatchObject({ recommendations: [], groups: [] });
});

describe('a dismissed resource', () => {
  let own: Account;
  let path: string;
  /** Volumes of 100 and 200 GB, which save 2 and 4 a month. */
  let volumes: string[];
  beforeAll(async () => {
    own = await newAccount();
    const integration_token = await newIntegration(own, { provider: 'aws' });
    volumes = [];
    for (const size of [100, 200]) {
      volumes.push(
        await newResource(own, { integration_token, metadata: { volume_type: 'gp2', size } }),
      );
    }
    await billResources(own, volumes);
    await evaluateVolumes(own);
    const { recommendations } = (await own.as.get('/v2/recommendations')).body;
    path = `/v2/recommendations/${recommendations[0].token}`;
  });
  afterAll(() => setTime('2026-03-10T09:00:00Z'));

  const dismiss = (volume: number, body = {}) =>
    own.as.post(`${path}/resources/${volumes[volume]}/dismiss`, body);
  const restore = (volume: number) => own.as.post(`${path}/resources/${volumes[volume]}/restore`);
  const sums = async () => {
    const { body } = await own.as.get(path);
    return [body.potential_savings, body.resources_affected_count, body.status];
  };
  const tokens = async (query = '') =>
    (await own.as.get(`${path}/resources?${query}`)).body.resources.map(
      ({ token }: { token: string }) => token,
    );
  const count = async (query: string) =>
    (await own.as.get(`/v2/recommendations?${query}`)).body.recommendations.length;

  test('counts no more, also after it is found again', async () => {
    const { status, body } = await dismiss(1, { reason: 'Moves in May', until: '2026-03-20' });
    expect([status, body.dismissed_reason, body.dismissed_until, body.dismissed_at]).toEqual([
      200,
      'Moves in May',
      '2026-03-20',
      '2026-03-10T09:00:00Z',
    ]);
    expect(await sums()).toEqual(['2.0', 1, 'active']);
    await evaluateVolumes(own);
    expect(await sums()).toEqual(['2.0', 1, 'active']);
    expect([await tokens(), await tokens('dismissed=true')]).toEqual([[volumes[0]], [volumes[1]]]);
    expect([await count(`resource_token=${volumes[1]}`), await count('')]).toEqual([0, 1]);
    const savings = (await own.as.get('/v2/recommendations/savings')).body;
    expect([savings.available, savings.dismissed]).toEqual(['2.0', '4.0']);
    const ofType = async (query: string) =>
      (
        await own.as.get(
          `/v2/recommendations/by_type/aws:ebs:gp2-to-gp3/resources?workspace_token=${own.workspace.token}&${query}`,
        )
      ).body.resources.map(({ token }: { token: string }) => token);
    expect([await ofType(''), await ofType('status=archived')]).toEqual([
      [volumes[0]],
      [volumes[1]],
    ]);
  });

  test('is in the audit log, and needs the role of an editor', async () => {
    const { body } = await own.as.get('/v2/audit_logs?object_type=recommendation_commitment');
    expect(JSON.stringify(body)).toContain('Moves in May');
    const viewer = await own.newUser('viewer');
    const one = `${path}/resources/${volumes[0]}`;
    expect((await viewer.as.post(`${one}/dismiss`, {})).status).toBe(403);
    expect((await viewer.as.post(`${one}/restore`)).status).toBe(403);
    expect((await dismiss(0, { until: '2026-03-09' })).status).toBe(400);
    expect((await own.as.post(`${path}/resources/prvdr_rsrc_0/dismiss`, {})).status).toBe(404);
  });

  test('is restored by hand, or by the evaluation after its last day', async () => {
    expect((await restore(1)).body.dismissed_at).toBeNull();
    expect(await sums()).toEqual(['6.0', 2, 'active']);
    await dismiss(1, { until: '2026-03-20' });
    setTime('2026-03-20T09:00:00Z');
    await evaluateVolumes(own);
    expect(await sums()).toEqual(['2.0', 1, 'active']);
    setTime('2026-03-21T09:00:00Z');
    await evaluateVolumes(own);
    expect(await sums()).toEqual(['6.0', 2, 'active']);
  });

  test('that is the last one dismisses the recommendation; restoring that restores them all', async () => {
    await dismiss(0);
    await dismiss(1);
    expect(await sums()).toEqual(['0.0', 0, 'archived']);
    await evaluateVolumes(own);
    expect([await count(''), await count('status=archived')]).toEqual([0, 1]);
    expect((await own.as.post(`${path}/restore`)).body).toMatchObject({
      status: 'active',
      potential_savings: '6.0',
      resources_affected_count: 2,
    });
    expect(await tokens()).toHaveLength(2);
  });
});

test('the filter by tag sees virtual tags, which replace provider tags', async () => {
  const own = await newAccount();
  const config = (
    await own.as.post('/v2/virtual_tag_configs', {
      key: 'team',
      overridable: false,
      values: [{ name: 'data', filter: "costs.provider = 'aws'" }],
    })
  ).body.token;
  const volume = await newResource(own, {
    tags: { team: 'web', stage: 'test' },
    virtual_tags: JSON.stringify({ [config]: 'data' }),
    metadata: { volume_type: 'gp2', size: 100 },
  });
  await billResources(own, [volume]);
  await evaluateVolumes(own);
  const count = async (key: string, value: string) =>
    (await own.as.get(`/v2/recommendations?tag_key=${key}&tag_value=${value}`)).body.recommendations
      .length;
  expect([await count('team', 'data'), await count('team', 'web')]).toEqual([1, 0]);
  expect(await count('stage', 'test')).toBe(1);
  const { body } = await own.as.get('/v2/recommendations/savings?tag_key=team');
  expect(body.by_tag).toMatchObject([{ value: 'data', available: '2.0' }]);
});

test('types say which data they need and what is missing', async () => {
  const own = await newAccount();
  const missing = async () => {
    const { body } = await own.as.get('/v2/recommendations/types');
    const gp2 = body.recommendation_types.find(
      ({ type }: { type: string }) => type === 'aws:ebs:gp2-to-gp3',
    );
    return gp2.missing_data.map(({ data }: { data: string }) => data);
  };
  expect(await missing()).toContain('inventory');
  await newRecommendation(own);
  expect(await missing()).not.toContain('inventory');
});
