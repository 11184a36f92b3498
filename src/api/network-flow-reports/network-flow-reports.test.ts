import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setTime } from '../../../test/clock.js';
import { type Account, newAccount } from '../../../test/harness.js';

let account: Account;

beforeAll(async () => {
  account = await newAccount();
});

afterEach(() => setTime('2026-03-10T09:00:00Z'));

const create = (body: object) =>
  account.as.post('/v2/network_flow_reports', {
    title: 'Report',
    workspace_token: account.workspace.token,
    ...body,
  });

test('a workspace starts with three reports', async () => {
  const fresh = await newAccount();
  const { body } = await fresh.as.get('/v2/network_flow_reports');
  const filterOf = (category: string) => `network_flow_logs.traffic_category = '${category}'`;
  expect(body.network_flow_reports).toMatchObject([
    {
      title: 'All Network Flow Logs',
      default: true,
      filter: null,
      groupings: 'resource_uuid,traffic_category,peer_resource_uuid',
      flow_direction: null,
      flow_weight: 'costs',
      created_by_token: null,
    },
    {
      title: 'Cross-AZ Traffic',
      default: false,
      filter: filterOf('cross_az'),
      groupings: 'resource_uuid,az_id,peer_az_id,peer_resource_uuid',
    },
    {
      title: 'Public Traffic Destinations',
      default: false,
      filter: filterOf('public'),
      groupings: 'resource_uuid,dsthostname,dstaddr',
    },
  ]);
  const second = await fresh.as.post('/v2/workspaces', { name: 'Second' });
  const own = await fresh.as.get(`/v2/network_flow_reports?workspace_token=${second.body.token}`);
  expect(own.body.network_flow_reports).toHaveLength(3);
});

test('relative dates are resolved to complete days, as of the request', async () => {
  setTime('2025-01-31T09:00:00Z');
  const { body } = await create({});
  expect(body).toMatchObject({
    date_interval: 'last_7_days',
    start_date: '2025-01-24',
    end_date: '2025-01-30',
    created_by_token: account.owner.token,
    default: false,
  });
});

describe('fields', () => {
  test.each([
    [
      'dates alone are custom',
      { start_date: '2026-01-01', end_date: '2026-01-31' },
      { date_interval: 'custom', start_date: '2026-01-01', end_date: '2026-01-31' },
    ],
    [
      'dates beside a relative interval are ignored',
      { date_interval: 'last_3_days', start_date: '2026-01-01', end_date: '2026-01-31' },
      { date_interval: 'last_3_days', start_date: '2026-03-07', end_date: '2026-03-09' },
    ],
    [
      'year 1 is an absent date',
      { start_date: '0001-01-01', end_date: '0001-01-01' },
      { date_interval: 'last_7_days' },
    ],
    [
      'groupings collapse',
      { groupings: ['az_id', 'region', 'az_id'] },
      { groupings: 'az_id,region' },
    ],
    [
      'no groupings are the default',
      { groupings: [] },
      { groupings: 'resource_uuid,traffic_category,peer_resource_uuid' },
    ],
    [
      'null groupings are absent',
      { groupings: null },
      { groupings: 'resource_uuid,traffic_category,peer_resource_uuid' },
    ],
    ['directions are returned as stored', { flow_direction: 'all' }, { flow_direction: 'all' }],
    ['a blank filter is none', { filter: '  ' }, { filter: null }],
    [
      'unknown values of a filter are kept',
      { filter: "network_flow_logs.traffic_category  = 'anything'" },
      { filter: "network_flow_logs.traffic_category  = 'anything'" },
    ],
  ])('%s', async (_case, sent, expected) => {
    const { status, body } = await create(sent);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject(expected);
  });

  test.each([
    ['custom without dates', { date_interval: 'custom' }],
    ['one date', { start_date: '2026-01-01' }],
    ['reversed dates', { start_date: '2026-02-01', end_date: '2026-01-01' }],
    ['an unknown interval', { date_interval: 'this_month' }],
    ['an unknown grouping', { groupings: ['colour'] }],
    ['an unknown direction', { flow_direction: 'sideways' }],
    ['an unknown weight', { flow_weight: 'packets' }],
    ['an unknown field', { filter: "network_flow_logs.provider = 'aws'" }],
    ['no workspace', { workspace_token: null }],
  ])('%s is refused', async (_case, sent) => {
    expect((await create(sent)).status).toBe(400);
  });

  test('an update changes only what it sends', async () => {
    const { body: report } = await create({
      start_date: '2026-01-01',
      end_date: '2026-01-31',
      flow_direction: 'egress',
      filter: "network_flow_logs.region = 'us-east-1'",
      groupings: ['az_id'],
    });
    const path = `/v2/network_flow_reports/${report.token}`;
    expect((await account.as.put(path, { title: 'Renamed', groupings: null })).body).toEqual({
      ...report,
      title: 'Renamed',
    });
    const { body } = await account.as.put(path, {
      groupings: [],
      filter: null,
      flow_weight: 'bytes',
    });
    expect(body).toMatchObject({
      groupings: 'resource_uuid,traffic_category,peer_resource_uuid',
      filter: null,
      flow_weight: 'bytes',
      date_interval: 'custom',
    });
    expect((await account.as.delete(path)).status).toBe(204);
    expect((await account.as.get(path)).status).toBe(404);
  });
});
