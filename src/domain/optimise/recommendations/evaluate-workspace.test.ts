import { afterAll, beforeAll, expect, test } from 'vitest';
import { importCharges, newIntegration } from '../../../../test/cost-fixtures.js';
import { setTime } from '../../../../test/clock.js';
import { type Account, newAccount } from '../../../../test/harness.js';
import { billResources, evaluateVolumes } from '../../../../test/recommendations.js';
import { newResource } from '../../../../test/resources.js';
import { addDays } from '../../../platform/lib/days.js';
import { operatorContext } from '../../../platform/kernel/operator-context.js';
import { evaluateWorkspace } from './evaluate-workspace.js';
import type { AccountFacts, ResourceFacts } from './facts.js';
import type { Rule } from './rule.js';

const owner = '111122223333';
const volume = 'arn:aws:ec2:us-east-1:111122223333:volume/vol-a';
const start = '2026-02-08';
const today = '2026-03-10T09:00:00Z';

let account: Account;
let integration: string;

/** A charge of 1.20 for each of some days. The bill names volumes by their short identifiers. */
const daily = (resource: string, first: string, days: number) =>
  Array.from({ length: days }, (_, index) => ({
    resource,
    day: addDays(first, index),
    cost: '1.2',
    account: owner,
    region: 'us-east-1',
    usage: '24',
    unit: 'Hours',
  }));

beforeAll(async () => {
  account = await newAccount();
  integration = await newIntegration(account, { provider: 'aws' });
  await importCharges(
    account,
    [
      ...daily('vol-a', start, 30),
      // Before the window, tax and credits: none of them counts.
      ...daily('vol-a', '2026-02-01', 7),
      { ...daily('vol-a', start, 1)[0]!, cost: '50', category: 'Tax' },
      { ...daily('vol-a', start, 1)[0]!, cost: '-9', category: 'Credit' },
    ],
    { integration },
  );
});
afterAll(() => setTime(today));

const unattached = () =>
  newResource(account, {
    integration_token: integration,
    uuid: volume,
    label: 'old data',
    metadata: { state: 'available', detached_at: '2026-01-01T00:00:00Z' },
  });

async function listed(query = ''): Promise<Record<string, unknown>[]> {
  return (await account.as.get(`/v2/recommendations?${query}`)).body.recommendations;
}

const savings = async () => (await account.as.get('/v2/recommendations/savings?tag_key=team')).body;

test('rules get the costs of the window, of resources and of the account', async () => {
  await unattached();
  const seen: { resources: ResourceFacts[]; account?: AccountFacts } = { resources: [] };
  const description = {
    category: 'probe',
    service: 'Amazon EBS',
    provider: 'aws',
    description: 'Probe',
    needs: [],
    minimumSaving: '1',
  } as const;
  const probes: Rule[] = [
    {
      ...description,
      scope: 'resource',
      type: 'probe:resource',
      resourceTypes: ['aws_ebs_volume'],
      find: (resources) => {
        seen.resources.push(...resources);
        return [];
      },
    },
    {
      ...description,
      scope: 'account',
      type: 'probe:account',
      resourceTypes: [],
      find: (facts) => {
        seen.account = facts;
        return [];
      },
    },
  ];
  const ctx = await operatorContext(account.app, account.account.token);
  const { failures } = await evaluateWorkspace(ctx, account.workspace.token, probes);
  expect(failures).toEqual([]);
  expect(seen.resources).toMatchObject([
    { uuid: volume, id: 'vol-a', cost30: '36', daysWithCost: 30, runningHours: '720' },
  ]);
  const facts = seen.account!;
  expect(facts).toMatchObject({
    provider: 'aws',
    accountId: owner,
    window: { start, end: '2026-03-09' },
  });
  expect(await facts.charges()).toMatchObject([{ unit: 'Hours', quantity: '720', cost: '36' }]);
  const [usage] = await facts.uncoveredUsage();
  expect(usage).toMatchObject({
    region: 'us-east-1',
    unit: 'Hours',
    resources: [{ uuid: 'vol-a', cost: '36' }],
  });
  expect(usage!.quantities).toHaveLength(720);
  expect(usage!.quantities[0]).toBe('24');
  expect(usage!.costs[0]).toBe('1.2');
  expect(usage!.costs[1]).toBe('0');
  expect(await facts.commitments()).toEqual([]);
  expect(await facts.lookUp('aws_ebs_volume', ['vol-a', 'vol-b'])).toEqual(
    new Map([['vol-a', expect.objectContaining({ state: 'available' })]]),
  );
  expect(await facts.onDemandPrice({ service: 'ec2', name: 'm5.large', region: null })).toBe(null);
});

test('a finding opens a recommendation, which stays the same while it lasts', async () => {
  await evaluateVolumes(account);
  const first = await listed();
  expect(first).toMatchObject([
    {
      type: 'aws:ebs:unattached-volume',
      provider_account_id: owner,
      potential_savings: '36.0',
      resources_affected_count: 1,
    },
  ]);
  setTime('2026-03-10T11:00:00Z');
  await evaluateVolumes(account);
  expect(await listed()).toEqual(first);
  expect(await savings()).toMatchObject({
    available: '36.0',
    realised: '0.0',
    by_category: [{ value: 'ebs_unattached_volume', available: '36.0', findings: 1 }],
    by_tag: [{ value: null, available: '36.0' }],
  });
});

test('a recommendation without findings is resolved, and a later finding opens a new one', async () => {
  const [open] = await listed();
  const setState = (state: string) =>
    account.app.services.db
      .updateTable('resources')
      .set({ metadata: JSON.stringify({ state, detached_at: '2026-01-01T00:00:00Z' }) })
      .where('uuid', '=', volume)
      .execute();
  await setState('in-use');
  setTime('2026-03-10T12:00:00Z');
  await evaluateVolumes(account);
  expect(await listed()).toEqual([]);
  expect(await listed('filter=resolved')).toMatchObject([
    { token: open!['token'], status: 'resolved', resolved_at: '2026-03-10T12:00:00Z' },
  ]);
  await setState('available');
  setTime('2026-03-10T13:00:00Z');
  await evaluateVolumes(account);
  const [again] = await listed();
  expect(again).toMatchObject({ created_at: '2026-03-10T13:00:00Z', potential_savings: '36.0' });
  expect(again!['token']).not.toBe(open!['token']);
});

test('what a deleted resource saved is measured on the bill a week later', async () => {
  await account.app.services.db.deleteFrom('resources').where('uuid', '=', volume).execute();
  setTime('2026-03-10T14:00:00Z');
  await evaluateVolumes(account);
  expect(await listed()).toEqual([]);
  expect(await savings()).toMatchObject({ available: '0.0', realised: '0.0', being_measured: 1 });
  setTime('2026-03-18T09:00:00Z');
  await importCharges(
    account,
    [...daily('vol-a', '2026-03-01', 9), ...daily('vol-b', '2026-03-10', 8)],
    { integration },
  );
  await evaluateVolumes(account);
  expect(await savings()).toMatchObject({
    available: '0.0',
    // The volume was found twice, but its cost ended once.
    realised: '36.0',
    being_measured: 0,
    by_category: [{ value: 'ebs_unattached_volume', realised: '36.0' }],
    by_account: [{ value: owner, realised: '36.0' }],
  });
});

test('a saving is measured against the last known cost, also after a time without bills', async () => {
  const uuid = volume.replace('vol-a', 'vol-b');
  const metadata = { volume_type: 'gp2', size: 100 };
  await newResource(account, { integration_token: integration, uuid, metadata });
  setTime('2026-03-18T09:00:00Z');
  await evaluateVolumes(account);
  // Bills older than 45 days say nothing about the cost today, but the inventory confirms the finding.
  setTime('2026-05-10T09:00:00Z');
  await evaluateVolumes(account);
  expect(await listed()).toMatchObject([{ type: 'aws:ebs:gp2-to-gp3' }]);
  await account.app.services.db.deleteFrom('resources').where('uuid', '=', uuid).execute();
  setTime('2026-05-10T10:00:00Z');
  await evaluateVolumes(account);
  setTime('2026-05-18T09:00:00Z');
  await importCharges(account, daily('vol-c', '2026-05-10', 8), { integration });
  await evaluateVolumes(account);
  const { by_category } = await savings();
  expect(by_category).toContainEqual(
    expect.objectContaining({ value: 'ebs_gp2_to_gp3', realised: '36.0' }),
  );
});

test('the end of an integration resolves what depended on it, and saves nothing', async () => {
  const own = await newAccount();
  const gone = await newIntegration(own, { provider: 'aws' });
  await newResource(own, { integration_token: gone, metadata: { volume_type: 'gp2', size: 100 } });
  await evaluateVolumes(own);
  const count = async () => (await own.as.get('/v2/recommendations')).body.recommendations.length;
  expect(await count()).toBe(1);
  await own.app.services.db.deleteFrom('integrations').where('token', '=', gone).execute();
  expect(await count()).toBe(0);
  const { body } = await own.as.get('/v2/recommendations/savings');
  expect(body).toMatchObject({ realised: '0.0', being_measured: 0 });
});

test('costs of several currencies are added up in USD, and paths are not shortened to names', async () => {
  const mixed = await newAccount();
  await mixed.app.services.db
    .insertInto('exchange_rates')
    .values({
      account_token: mixed.account.token,
      base_currency_code: 'EUR',
      currency_code: 'USD',
      effective_date: '2026-02-01',
      rate: '1.25',
      updated_at: new Date('2026-02-01'),
    })
    .execute();
  const into = await newIntegration(mixed, { provider: 'aws' });
  const inEuros = daily('vol-a', start, 30).map((charge) => ({ ...charge, currency: 'EUR' }));
  // A resource whose whole name is the last part of a path that is another resource.
  const other = daily('vol-b', start, 30);
  await importCharges(mixed, [...inEuros, ...daily('vol-a', start, 30), ...other], {
    integration: into,
  });
  for (const uuid of [volume, '/data/prod/vol-b']) {
    await newResource(mixed, {
      integration_token: into,
      uuid,
      metadata: { state: 'available', detached_at: '2026-01-01T00:00:00Z' },
    });
  }
  const { failures } = await evaluateVolumes(mixed);
  expect(failures).toEqual([]);
  const { body } = await mixed.as.get('/v2/recommendations');
  // 36 EUR at 1.25, and 36 USD.
  expect(body.recommendations).toMatchObject([
    { potential_savings: '81.0', resources_affected_count: 1 },
  ]);
});

test('a resource with several findings counts once in what can be saved', async () => {
  const both = await newAccount();
  const into = await newIntegration(both, { provider: 'aws' });
  await importCharges(both, daily('vol-a', start, 30), { integration: into });
  await newResource(both, {
    integration_token: into,
    uuid: volume,
    metadata: {
      state: 'available',
      detached_at: '2026-01-01T00:00:00Z',
      volume_type: 'gp2',
      size: 1000,
    },
  });
  await evaluateVolumes(both);
  const { body } = await both.as.get('/v2/recommendations');
  expect(
    body.recommendations.map((each: { potential_savings: string }) => each.potential_savings),
  ).toEqual(['36.0', '15.0']);
  expect((await both.as.get('/v2/recommendations/savings')).body).toMatchObject({
    available: '36.0',
    by_category: [{ value: 'ebs_unattached_volume', available: '36.0', findings: 1 }],
  });
});

test('savings that were computed from shipped prices say so, wherever they are shown', async () => {
  const own = await newAccount();
  const into = await newIntegration(own, { provider: 'aws' });
  const metadata = { volume_type: 'gp2', size: 100 };
  const inRegion = (region: string) =>
    newResource(own, { integration_token: into, region, metadata });
  // Prices ship for one of them; where there are none, the rates of the rule apply.
  const token = await inRegion('us-west-2');
  const other = await inRegion('nowhere-1');
  await billResources(own, [token, other]);
  await evaluateVolumes(own);
  const [found] = (await own.as.get('/v2/recommendations')).body.recommendations;
  expect(found).toMatchObject({ resources_affected_count: 2, uses_example_prices: true });
  const { resources } = (await own.as.get(`/v2/recommendations/${found.token}/resources`)).body;
  const ofToken = new Map<string, { uses_example_prices: boolean; evidence: object[] }>(
    resources.map((each: { token: string }) => [each.token, each]),
  );
  expect(ofToken.get(token)).toMatchObject({
    uses_example_prices: true,
    evidence: expect.arrayContaining([expect.objectContaining({ label: 'Prices' })]),
  });
  expect(ofToken.get(other)!.uses_example_prices).toBe(false);
  const { body } = await own.as.get('/v2/recommendations/savings');
  expect(body.uses_example_prices).toBe(true);
  const summary = async (of: string) =>
    (await own.as.get(`/v2/resources/${of}?include_summary=true`)).body.summary;
  expect((await summary(token)).uses_example_prices).toBe(true);
  expect((await summary(other)).uses_example_prices).toBe(false);
});
