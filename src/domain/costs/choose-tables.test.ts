import { Decimal } from '../../platform/lib/decimal.js';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { askCosts } from '../../../test/ask-costs.js';
import { importCharges } from '../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../test/harness.js';
import { addDays } from '../../platform/lib/days.js';
import { selectRows } from '../../platform/store/clickhouse/cost-store.js';

// Today is 2026-03-10.
let account: Account;
const { answer } = askCosts(() => account);

const firstDay = '2025-09-20';
const days = 171;
const dayAt = (at: number) => addDays(firstDay, at);

beforeAll(async () => {
  account = await newAccount();
  const charges = Array.from({ length: days }, (_, at) => ({
    day: dayAt(at),
    cost: `${(at * 7919) % 1000}.${(at * 104_729) % 1_000_000}`,
    service: ['Compute', 'Storage'][at % 2]!,
    region: ['eu', 'us', ''][at % 3]!,
    tags: at % 5 === 0 ? {} : { team: `t${at % 4}` },
    usage: String(at % 6),
    unit: 'Hours',
  }));
  // Usage that is taken back within the month leaves a row without a cost.
  const returned = ['1', '-1'].map((usage, at) => ({
    day: `2025-11-0${at + 1}`,
    cost: '0',
    service: 'Returned',
    usage,
    unit: 'Hours',
  }));
  await importCharges(account, [...charges, ...returned]);
}, 60_000);

interface Cost extends Record<string, string | null> {
  accrued_at: string;
  amount: string;
}

const range = fc
  .tuple(fc.nat(days), fc.nat(days))
  .map(([a, b]) => [dayAt(Math.min(a, b)), dayAt(Math.max(a, b))] as const);

const monthOf = (day: string) => `${day.slice(0, 7)}-01`;

/** What the days of each month add up to, by month and group. */
function perMonth(costs: readonly Cost[], group: string): Record<string, string> {
  const sums: Record<string, Decimal> = {};
  for (const cost of costs) {
    const key = `${monthOf(cost.accrued_at)} ${cost[group]}`;
    sums[key] = (sums[key] ?? new Decimal(0)).plus(cost.amount);
  }
  return Object.fromEntries(Object.entries(sums).map(([key, sum]) => [key, sum.toFixed()]));
}

const groups = [
  { groupings: 'service', group: 'service' },
  { groupings: 'tag:team', group: 'tag' },
  { groupings: 'region', group: 'region', filter: "costs.provider = 'aws' AND tags.name = 'team'" },
];

test('months are what their days add up to, wherever a range begins and ends', async () => {
  await fc.assert(
    fc.asyncProperty(range, fc.constantFrom(...groups), async ([start_date, end_date], asked) => {
      const { group, ...rest } = asked;
      const question = { ...rest, start_date, end_date };
      const byDay = await answer({ ...question, date_bin: 'day' });
      const byMonth = await answer({ ...question, date_bin: 'month' });
      expect(perMonth(byMonth.costs, group)).toEqual(perMonth(byDay.costs, group));
      expect(byMonth.total_cost).toEqual(byDay.total_cost);
      const inMonths = byMonth.costs.map((cost: Cost) => cost.accrued_at);
      expect(inMonths).toEqual(inMonths.map(monthOf));
    }),
    { seed: 20_260_310, numRuns: 40 },
  );
}, 120_000);

test('usage by month and quarter is that of the days', async () => {
  const question = {
    start_date: '2025-09-25',
    end_date: '2026-03-10',
    'settings[aggregate_by]': 'usage',
    groupings: 'service',
  };
  const [days_, months, quarters] = await Promise.all(
    ['day', 'month', 'quarter'].map((date_bin) => answer({ ...question, date_bin })),
  );
  expect(months.total_usage).toEqual(days_.total_usage);
  expect(quarters.total_usage).toEqual(days_.total_usage);
  expect(quarters.total_cost).toEqual(days_.total_cost);
});

test('a month whose usage was taken back still shows that there was some', async () => {
  const november = { start_date: '2025-11-01', end_date: '2025-11-30', groupings: 'service' };
  const { costs } = await answer({ ...november, date_bin: 'month' });
  expect(costs.map(({ service }: Cost) => service)).toContain('Returned');
});

test('a row has the same key in every table', async () => {
  const { costs } = account.app.services;
  for (const table of ['daily_costs', 'monthly_costs', 'cost_keys']) {
    const strangers = await selectRows(
      costs.client,
      `SELECT key_id FROM ${table} WHERE key_id NOT IN (SELECT key_id FROM lines) LIMIT 1`,
    );
    expect([table, strangers]).toEqual([table, []]);
  }
});
