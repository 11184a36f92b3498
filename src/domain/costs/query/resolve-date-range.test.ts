import { beforeAll, describe, expect, test } from 'vitest';
import { costRequests, type CostParameters } from '../../../../test/cost-requests.js';
import { importCharges, newIntegration } from '../../../../test/cost-fixtures.js';
import { setTime } from '../../../../test/clock.js';
import { type Account, newAccount } from '../../../../test/harness.js';

// Today is 2026-03-10.
let account: Account;
const { requestCosts, readCosts, total } = costRequests(() => account);

describe('dates and bins', () => {
  beforeAll(async () => {
    account = await newAccount();
    await importCharges(account, [
      { day: '2024-07-03', cost: '1' },
      { day: '2024-07-07T05:30:00Z', cost: '2' },
      { day: '2024-07-08', cost: '4' },
      { day: '2024-07-10', cost: '8' },
      { day: '2026-02-28', cost: '16' },
      { day: '2026-03-05', cost: '32' },
    ]);
  });

  const week = { start_date: '2024-07-03', end_date: '2024-07-09', order: 'asc' };
  const rows = async (query: CostParameters) =>
    (await readCosts({ groupings: 'provider', ...query })).costs.map(
      (cost: { accrued_at: string; amount: string }) => [cost.accrued_at, cost.amount],
    );

  test.each([
    [
      'week',
      [
        ['2024-07-01', '3.0'],
        ['2024-07-08', '4.0'],
      ],
    ],
    ['month', [['2024-07-01', '7.0']]],
    ['quarter', [['2024-07-01', '7.0']]],
    [
      'day',
      [
        ['2024-07-03', '1.0'],
        ['2024-07-07', '2.0'],
        ['2024-07-08', '4.0'],
      ],
    ],
    [
      'hour',
      [
        ['2024-07-03T00:00:00Z', '1.0'],
        ['2024-07-07T05:00:00Z', '2.0'],
        ['2024-07-08T00:00:00Z', '4.0'],
      ],
    ],
  ])('a range that begins and ends within bins, by %s', async (date_bin, expected) => {
    expect(await rows({ ...week, date_bin })).toEqual(expected);
  });

  test('the default is by day, the newest first', async () => {
    expect(await rows({ start_date: '2024-07-08', end_date: '2024-07-10' })).toEqual([
      ['2024-07-10', '8.0'],
      ['2024-07-08', '4.0'],
    ]);
  });

  test.each<[CostParameters, string]>([
    [{}, '32.0'],
    [{ start_date: '2026-02-28' }, '48.0'],
    [{ end_date: '2024-07-07' }, '3.0'],
    [{ end_date: '2026-02-28T23:00:00Z' }, '16.0'],
    [{ start_date: '0001-01-01', end_date: '9999-12-31' }, '63.0'],
  ])('missing dates of %j are filled in', async (dates, expected) => {
    expect(await total(dates)).toBe(expected);
  });

  test("without a start date, a report's earlier start applies", async () => {
    const { body: report } = await account.as.post('/v2/cost_reports', {
      title: 'Summer',
      start_date: '2024-06-01',
      end_date: '2024-12-31',
    });
    const ofReport = { filter: undefined, cost_report_token: report.token };
    expect(await total(ofReport)).toBe('15.0');
    expect(await total({ ...ofReport, end_date: '2026-02-28' })).toBe('31.0');
    expect(await total({ ...ofReport, end_date: '2024-05-31' })).toBe('0.0');
  });

  test('a report of complete bins can be without a day', async () => {
    const { body: report } = await account.as.post('/v2/cost_reports', {
      title: 'Months',
      date_interval: 'this_month',
      date_bin: 'month',
      settings: { complete_period: true, aggregate_by: 'usage' },
    });
    const found = await readCosts({ filter: undefined, cost_report_token: report.token });
    expect(found).toMatchObject({ total_cost: { amount: '0.0' }, total_usage: [], costs: [] });
  });

  test.each<[CostParameters, string]>([
    [{ start_date: '2026-03-02', end_date: '2026-03-01' }, 'start_date must not be after end_date'],
    [{ start_date: '2026-03-11' }, 'start_date must not be after end_date'],
    [{ start_date: '2026-02-30' }, 'start_date is invalid'],
    [{ date_bin: 'cumulative' }, 'date_bin does not have a valid value'],
  ])('%j is rejected', async (query, message) => {
    expect(await requestCosts(query)).toMatchObject({ status: 400, body: { errors: [message] } });
  });
});

describe('freshness', () => {
  test('headers give the time of the last import and the last complete day', async () => {
    account = await newAccount();
    const empty = await requestCosts();
    expect(empty.headers).not.toHaveProperty('x-farthing-data-as-of');
    await importCharges(account, [{ day: '2026-03-04', cost: '1' }]);
    await importCharges(account, [{ day: '2026-03-12', cost: '1' }]);
    const { headers } = await requestCosts();
    expect(headers['x-farthing-data-as-of']).toBe('2026-03-10T09:00:00Z');
    expect(headers['x-farthing-complete-through']).toBe('2026-03-04');
  });

  test('a day is complete once an import began after its end', async () => {
    account = await newAccount();
    const march = [
      { day: '2026-03-09', cost: '1' },
      { day: '2026-03-31', cost: '1' },
    ];
    await importCharges(account, march);
    expect((await requestCosts()).headers['x-farthing-complete-through']).toBe('2026-03-09');
    setTime('2026-03-06T00:00:00Z');
    try {
      const token = await importCharges(account, march, { provider: 'aws' });
      setTime('2026-03-10T09:00:00Z');
      expect((await requestCosts()).headers['x-farthing-complete-through']).toBe('2026-03-05');
      expect(token).toMatch(/^accss_crdntl_/);
    } finally {
      setTime('2026-03-10T09:00:00Z');
    }
  });

  test('an integration without costs does not matter', async () => {
    account = await newAccount();
    await newIntegration(account);
    await importCharges(account, [{ day: '2026-03-04', cost: '1' }]);
    expect((await requestCosts()).headers['x-farthing-complete-through']).toBe('2026-03-04');
  });
});
