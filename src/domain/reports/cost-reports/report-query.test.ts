import { beforeEach, expect, test } from 'vitest';
import { type Account, newAccount } from '../../../../test/harness.js';
import type { Context } from '../../../platform/kernel/context.js';
import { resolveReportQuery } from './report-query.js';

// Today is Tuesday, 2026-03-10.
let account: Account;
let ctx: Context;
beforeEach(async () => {
  account = await newAccount();
  const { services } = account.app;
  const actor = await services.actors.forUser(services.db, {
    token: account.owner.token,
    account_token: account.account.token,
  });
  const now = new Date('2026-03-10T09:00:00Z');
  ctx = {
    actor,
    db: services.db,
    now,
    requestId: 'test',
    origin: '',
    linkOrigin: '',
    host: '',
    url: '',
    services,
    clock: () => now,
  };
});

const query = async (body: object) => {
  const { token } = (await account.as.post('/v2/cost_reports', { title: 'R', ...body })).body;
  return resolveReportQuery(ctx, token);
};
const savedFilter = async (service: string | null) => {
  const filter = service && `costs.provider = 'aws' AND costs.service = '${service}'`;
  return (await account.as.post('/v2/saved_filters', { title: 'S', filter })).body.token;
};

test('a report without settings covers all costs of its workspace this month', async () => {
  expect(await query({})).toMatchObject({
    workspaceToken: account.workspace.token,
    filters: [],
    groupings: [],
    settings: { amortize: true, aggregate_by: 'cost' },
    dateBin: 'day',
    range: { start: '2026-03-01', end: '2026-03-31' },
    previousRange: { start: '2026-02-01', end: '2026-02-10' },
  });
});

test('the filter of the report, its saved filters and those of its folders apply once each', async () => {
  const [own, inner, outer, empty] = [
    await savedFilter('Own'),
    await savedFilter('Inner'),
    await savedFilter('Outer'),
    await savedFilter(null),
  ];
  const top = (
    await account.as.post('/v2/folders', { title: 'O', saved_filter_tokens: [outer, own] })
  ).body.token;
  const inside = { title: 'I', parent_folder_token: top, saved_filter_tokens: [inner] };
  const folder_token = (await account.as.post('/v2/folders', inside)).body.token;
  const { filters } = await query({
    folder_token,
    filter: "costs.provider = 'aws'",
    saved_filter_tokens: [empty, own],
  });
  expect(filters.map((filter) => filter.text)).toEqual([
    "costs.provider = 'aws'",
    "costs.provider = 'aws' AND costs.service = 'Own'",
    "costs.provider = 'aws' AND costs.service = 'Inner'",
    "costs.provider = 'aws' AND costs.service = 'Outer'",
  ]);
});

test('groupings are parsed', async () => {
  expect((await query({ groupings: 'provider, resource,tag:team' })).groupings).toEqual([
    { kind: 'dimension', name: 'provider' },
    { kind: 'dimension', name: 'resource_id' },
    { kind: 'tag', key: 'team' },
  ]);
});

test('a report of complete periods ends with the last complete bin', async () => {
  const complete = { settings: { complete_period: true } };
  expect(
    await query({ ...complete, date_bin: 'week', date_interval: 'last_7_days' }),
  ).toMatchObject({
    dateBin: 'week',
    range: { start: '2026-03-02', end: '2026-03-08' },
    previousRange: { start: '2026-02-02', end: '2026-02-08' },
  });
  expect(await query({ ...complete, date_bin: 'month' })).toMatchObject({
    range: null,
    previousRange: null,
  });
});

test('a custom previous period replaces the default one', async () => {
  const { previousRange } = await query({
    previous_period_start_date: '2025-03-01',
    previous_period_end_date: '2025-03-31',
  });
  expect(previousRange).toEqual({ start: '2025-03-01', end: '2025-03-31' });
});

test('a report that the caller cannot see is not found', async () => {
  await expect(resolveReportQuery(ctx, 'rprt_x')).rejects.toMatchObject({ status: 404 });
});
