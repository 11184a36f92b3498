import { beforeEach, describe, expect, test } from 'vitest';
import { costRequests, type CostParameters } from '../../../../test/cost-requests.js';
import { type Charge, importCharges } from '../../../../test/cost-fixtures.js';
import { type Account, newAccount, testApp } from '../../../../test/harness.js';
import { storeVirtualTag } from '../../../../test/store-virtual-tag.js';

// Today is 2026-03-10.
let account: Account;
beforeEach(async () => {
  account = await newAccount();
});
const { readCosts, total } = costRequests(() => account);

const year = { start_date: '2025-01-01', end_date: '2026-03-10', date_bin: 'quarter' };
const aws = "costs.provider = 'aws'";
const charge = (cost: string, more: Partial<Charge> = {}): Charge => ({
  cost,
  day: '2026-01-09',
  ...more,
});

/** Amounts by tag value, '' for none. */
async function byTag(key: string, query: CostParameters = {}): Promise<Record<string, string>> {
  const { costs } = await readCosts({ ...year, groupings: `tag:${key}`, ...query });
  const found: Record<string, string> = {};
  for (const { tag, amount } of costs) found[tag ?? ''] = amount;
  return found;
}

describe('rules', () => {
  test('the first value that matches a line applies', async () => {
    await importCharges(account, [charge('3', { account: '42' }), charge('4', { account: '7' })]);
    const values = [
      { filter: aws, name: 'data' },
      { filter: `${aws} AND costs.account_id = '42'`, name: 'mobile' },
    ];
    await storeVirtualTag(account, { key: 'Team', values });
    await storeVirtualTag(account, { key: 'Squad', values: values.toReversed() });
    expect(await byTag('Team')).toEqual({ data: '7.0' });
    expect(await byTag('Squad')).toEqual({ mobile: '3.0', data: '4.0' });
  });

  test('a cost that only has a virtual tag is tagged', async () => {
    await importCharges(account, [
      charge('1', { account: '42' }),
      charge('2', { tags: { env: 'prod' } }),
      charge('4'),
    ]);
    const values = [{ filter: `${aws} AND costs.account_id = '42'`, name: 'mobile' }];
    await storeVirtualTag(account, { key: 'Team', values });
    const { costs } = await readCosts({ ...year, groupings: 'tagged' });
    expect(costs).toMatchObject([
      { tagged: false, amount: '4.0' },
      { tagged: true, amount: '3.0' },
    ]);
  });

  test('a provider tag takes precedence unless the virtual tag is overridable', async () => {
    await importCharges(account, [
      charge('1'),
      charge('2', { tags: { K: 'legacy' } }),
      charge('4', { service: 'S3', tags: { K: 'legacy' } }),
      charge('8', { service: 'S3', tags: { env: 'prod' } }),
      charge('16', { service: 'S3' }),
    ]);
    const values = [{ filter: `${aws} AND costs.service = 'Compute'`, name: 'virtual' }];
    const collapsed = [{ key: 'env' }];
    await storeVirtualTag(account, { key: 'K', values, collapsed });
    expect(await byTag('K')).toEqual({ virtual: '1.0', legacy: '6.0', prod: '8.0', '': '16.0' });
    const other = await newAccount();
    account = other;
    await importCharges(account, [
      charge('1', { tags: { K: 'legacy' } }),
      charge('2', { service: 'S3', tags: { K: 'legacy' } }),
    ]);
    await storeVirtualTag(account, { key: 'K', values, collapsed, overridable: true });
    expect(await byTag('K')).toEqual({ virtual: '1.0', legacy: '2.0' });
  });

  test('a value applies on its dates, and no rule before the backfill month', async () => {
    await importCharges(account, [
      charge('1', { day: '2025-06-30' }),
      charge('2', { day: '2025-07-01' }),
      charge('4', { day: '2025-03-31' }),
    ]);
    await storeVirtualTag(account, {
      key: 'Team',
      since: '2025-04-17',
      values: [
        { filter: aws, name: 'old-team', dates: [[null, '2025-06-30']] },
        { filter: aws, name: 'new-team', dates: [['2025-07-01', null]] },
      ],
    });
    expect(await byTag('Team')).toEqual({ 'old-team': '1.0', 'new-team': '2.0', '': '4.0' });
    expect(await byTag('Team', { date_bin: 'month', start_date: '2025-07-01' })).toEqual({
      'new-team': '2.0',
    });
  });

  test('rules can use resources, which the rollups do not have', async () => {
    await importCharges(account, [
      charge('1', { resource: 'i-1' }),
      charge('2', { resource: 'i-2' }),
    ]);
    await storeVirtualTag(account, {
      key: 'Team',
      values: [
        {
          filter: `${aws} AND costs.service = 'Compute' AND costs.resource_id = 'i-1'`,
          name: 'one',
        },
      ],
    });
    expect(await byTag('Team')).toEqual({ one: '1.0', '': '2.0' });
  });

  test('a filter can refer to another virtual tag; its own key means the provider tag', async () => {
    await importCharges(account, [
      charge('1', { account: '42' }),
      charge('2', { tags: { Unit: 'x' } }),
    ]);
    await storeVirtualTag(account, {
      key: 'Team',
      values: [{ filter: `${aws} AND costs.account_id = '42'`, name: 'mobile' }],
    });
    await storeVirtualTag(account, {
      key: 'Unit',
      overridable: true,
      values: [
        { filter: `${aws} AND tags.name = 'Team' AND tags.value = 'mobile'`, name: 'apps' },
        { filter: `${aws} AND tags.name = 'Unit' AND tags.value = 'x'`, name: 'tidy' },
      ],
    });
    expect(await byTag('Unit')).toEqual({ apps: '1.0', tidy: '2.0' });
  });

  test('filters treat virtual tags like provider tags', async () => {
    await importCharges(account, [charge('1', { account: '42' }), charge('2')]);
    await storeVirtualTag(account, {
      key: 'Team',
      values: [{ filter: `${aws} AND costs.account_id = '42'`, name: 'Mobile Apps' }],
    });
    const filtered = (text: string) => total({ ...year, filter: `${aws} AND ${text}` });
    expect(await filtered("tags.name = 'Team' AND tags.value = 'Mobile Apps'")).toBe('1.0');
    expect(await filtered("tags.name = 'Team' AND tags.value ~* 'mobile-apps'")).toBe('1.0');
    expect(await filtered("tags.name = 'Team' AND tags.value = NULL")).toBe('2.0');
    expect(await filtered("tags.name LIKE 'Te%'")).toBe('1.0');
    expect(await filtered("(tags.name, tags.value) IN (('Team', 'Mobile Apps'))")).toBe('1.0');
  });
});

describe('allocation', () => {
  test('by percentages, with the rest without a value', async () => {
    await importCharges(account, [charge('240')]);
    const percentages = { Marketing: 25, Engineering: 65, Support: 10 };
    await storeVirtualTag(account, { key: 'A', values: [{ filter: aws, percentages }] });
    await storeVirtualTag(account, {
      key: 'B',
      values: [{ filter: aws, percentages: { x: 30, y: 30 } }],
    });
    expect(await byTag('A')).toEqual({ Marketing: '60.0', Engineering: '156.0', Support: '24.0' });
    expect(await byTag('B')).toEqual({ x: '72.0', y: '72.0', '': '96.0' });
  });

  test('parts sum to the line exactly, credits included', async () => {
    await importCharges(account, [
      charge('0.000000000000000001'),
      charge('100'),
      charge('-10', { category: 'Credit' }),
    ]);
    const percentages = { a: 33.333, b: 33.333, c: 33.334 };
    await storeVirtualTag(account, { key: 'A', values: [{ filter: aws, percentages }] });
    const all = { ...year, 'settings[include_credits]': true };
    const whole = await total(all);
    expect(whole).toBe('90.000000000000000001');
    expect((await readCosts({ ...all, groupings: 'tag:A' })).total_cost.amount).toBe(whole);
  });

  test('by other costs of the month', async () => {
    const team = (name: string, cost: string) =>
      charge(cost, { tags: { team: name }, day: '2025-06-11' });
    await importCharges(account, [
      team('infra', '500'),
      team('mobile', '200'),
      team('data', '300'),
      charge('400', { day: '2025-06-12' }),
      charge('1000', { day: '2025-06-01', service: 'Support' }),
      charge('7', { day: '2025-07-01', service: 'Support' }),
    ]);
    const support = `${aws} AND costs.service = 'Support'`;
    await storeVirtualTag(account, {
      key: 'Team',
      values: [
        {
          filter: support,
          costMetric: { filter: `${aws} AND costs.service = 'Compute'`, tag: 'team' },
        },
      ],
    });
    const parameters = { ...year, filter: support, groupings: 'tag:Team' };
    expect(await byTag('Team', parameters)).toEqual({
      infra: '500.0',
      mobile: '200.0',
      data: '300.0',
      '': '7.0',
    });
  });

  test('by its own key, which means the provider tag', async () => {
    await importCharges(account, [
      charge('3', { tags: { Team: 'a' } }),
      charge('1', { tags: { Team: 'b' } }),
      charge('8', { service: 'Support' }),
    ]);
    const costMetric = { filter: aws, tag: 'Team' };
    await storeVirtualTag(account, {
      key: 'Team',
      values: [{ filter: `${aws} AND costs.service = 'Support'`, costMetric }],
    });
    expect(await byTag('Team')).toEqual({ a: '9.0', b: '3.0' });
  });

  test('by the actual values of a business metric, by label, per day or else per month', async () => {
    await importCharges(account, [charge('190'), charge('3304', { day: '2026-01-12' })]);
    const { db } = (await testApp()).services;
    const token = `bsnss_mtrc_${account.workspace.token}`;
    await db
      .insertInto('business_metrics')
      .values({
        token,
        account_token: account.workspace.account_token,
        title: 'Use',
        integration_token: null,
        created_at: new Date(),
      })
      .execute();
    const value = (day: string, label: string, amount: string) => ({
      business_metric_token: token,
      forecasted: false,
      at: new Date(`${day}T08:00:00Z`),
      label,
      amount,
    });
    await db
      .insertInto('business_metric_values')
      .values([
        value('2026-01-09', 'a&&&1', '825'),
        value('2026-01-09', 'b&&&1', '600'),
        value('2026-01-20', 'a&&&2', '1223'),
        value('2026-01-20', 'b&&&2', '656'),
        value('2026-01-20', '', '99'),
        // What is expected is not what was used.
        { ...value('2026-01-09', 'a&&&1', '5000'), forecasted: true },
      ])
      .execute();
    const label_transforms = [
      { type: 'split', delimiter: '&&&', index: 0 },
      { type: 'format', template: 'team-{0}' },
    ];
    await storeVirtualTag(account, {
      key: 'Team',
      values: [{ filter: aws, metric: { token, label_transforms } }],
    });
    const day = (date: string) =>
      byTag('Team', { start_date: date, end_date: date, date_bin: 'day' });
    expect(await day('2026-01-09')).toEqual({ 'team-a': '110.0', 'team-b': '80.0' });
    expect(await day('2026-01-12')).toEqual({ 'team-a': '2048.0', 'team-b': '1256.0' });
  });

  test('the shares of two tags multiply; a filter keeps its part', async () => {
    await importCharges(account, [charge('100', { usage: '10', unit: 'Hrs' })]);
    await storeVirtualTag(account, {
      key: 'A',
      values: [{ filter: aws, percentages: { a: 60, b: 40 } }],
    });
    await storeVirtualTag(account, {
      key: 'B',
      values: [{ filter: aws, percentages: { c: 50, d: 50 } }],
    });
    const { costs } = await readCosts({ ...year, groupings: 'tag:A,tag:B' });
    expect(costs.map((each: { amount: string }) => each.amount)).toEqual([
      '30.0',
      '30.0',
      '20.0',
      '20.0',
    ]);
    const filter = `${aws} AND tags.name = 'A' AND tags.value = 'a'`;
    expect(await total({ ...year, filter })).toBe('60.0');
    expect(await byTag('B', { filter })).toEqual({ c: '30.0', d: '30.0' });
    const parameters = { ...year, filter, 'settings[aggregate_by]': 'usage' };
    expect((await readCosts(parameters)).total_usage).toEqual([{ amount: '6.0', unit: 'Hours' }]);
  });
});
