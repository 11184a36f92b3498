import { afterEach, expect, test } from 'vitest';
import { setTime } from '../../../test/clock.js';
import { type Account, newAccount } from '../../../test/harness.js';

const path = '/v2/financial_commitment_reports';

afterEach(() => setTime('2026-03-10T09:00:00Z'));

const create = ({ as, workspace }: Account, body: object) =>
  as.post(path, { title: 'Plans', workspace_token: workspace.token, ...body });

test('every workspace starts with a report of all commitments, which is not recreated', async () => {
  const account = await newAccount();
  const { financial_commitment_reports: found } = (await account.as.get(path)).body;
  expect(found).toEqual([
    {
      token: expect.stringMatching(/^fncl_cmnt_rprt_[0-9a-f]{16}$/),
      title: 'All Financial Commitments',
      default: true,
      created_at: '2026-03-10T09:00:00Z',
      workspace_token: account.workspace.token,
      user_token: null,
      start_date: '2025-12-01',
      end_date: '2026-03-08',
      date_interval: 'last_3_months',
      date_bucket: 'month',
      groupings: 'cost_type',
      on_demand_costs_scope: 'discountable',
      filter: "(financial_commitments.provider = 'aws')",
    },
  ]);
  expect((await account.as.delete(`${path}/${found[0].token}`)).status).toBe(204);
  expect((await account.as.get(path)).body.financial_commitment_reports).toEqual([]);
  const { body: second } = await account.as.post('/v2/workspaces', { name: 'Second' });
  const listed = await account.as.get(`${path}?workspace_token=${second.token}&q=all fin`);
  expect(listed.body.financial_commitment_reports).toHaveLength(1);
});

test.each([
  ['2025-01-27', 'last_3_months', '2024-10-01', '2025-01-25'],
  ['2025-01-27', 'last_7_days', '2025-01-19', '2025-01-25'],
  ['2025-01-27', 'last_month', '2024-12-01', '2024-12-31'],
  ['2025-01-27', 'this_month', '2025-01-01', '2025-01-25'],
  ['2025-02-02', 'this_month', '2025-02-01', '2025-02-01'],
  ['2025-01-01', 'year_to_date', '2025-01-01', '2025-01-01'],
  ['2025-01-27', 'last_12_months', '2024-01-01', '2025-01-25'],
])('on %s, %s is %s to %s', async (today, interval, start_date, end_date) => {
  const account = await newAccount();
  setTime(`${today}T09:00:00Z`);
  // Dates beside a named interval are ignored.
  const body = { date_interval: interval, start_date: '2020-01-01', end_date: '2020-01-02' };
  expect((await create(account, body)).body).toMatchObject({
    start_date,
    end_date,
    date_interval: interval,
  });
});

test('custom dates need both, in order, and come back as custom', async () => {
  const account = await newAccount();
  const dates = { start_date: '2026-01-05', end_date: '2026-01-09' };
  const { body: report } = await create(account, dates);
  expect(report).toMatchObject({ ...dates, date_interval: 'custom' });
  for (const refused of [
    { date_interval: 'custom' },
    { start_date: '2026-01-05' },
    { start_date: '2026-01-09', end_date: '2026-01-05' },
    { date_interval: 'next_month' },
  ]) {
    expect((await create(account, refused)).status).toBe(400);
  }
  const zero = { start_date: '0001-01-01', end_date: '0001-01-01', title: 'Other' };
  const { body: updated } = await account.as.put(`${path}/${report.token}`, zero);
  expect(updated).toMatchObject({ ...dates, title: 'Other', date_interval: 'custom' });
});

test('groupings are a list or comma-joined text; none is the default', async () => {
  const account = await newAccount();
  const groupings = async (sent: unknown) =>
    (await create(account, { groupings: sent })).body.groupings;
  expect(await groupings(['service', 'tag:team'])).toBe('service,tag:team');
  expect(await groupings('service, region')).toBe('service,region');
  expect(await groupings([])).toBe('cost_type');
  expect(await groupings('')).toBe('cost_type');
  expect(await groupings(null)).toBe('cost_type');
  expect((await create(account, { groupings: ['colour'] })).status).toBe(400);
  expect((await create(account, { groupings: ['tag:'] })).status).toBe(400);
});

test('filters are checked, kept verbatim and cleared by a blank', async () => {
  const account = await newAccount();
  const filter =
    "(financial_commitments.provider = 'aws'  AND financial_commitments.service = 'AmazonEC2')";
  const { body: report } = await create(account, { filter });
  expect(report.filter).toBe(filter);
  expect((await create(account, { filter: "costs.provider = 'aws'" })).status).toBe(400);
  const { body: cleared } = await account.as.put(`${path}/${report.token}`, { filter: ' ' });
  expect(cleared.filter).toBeNull();
});
