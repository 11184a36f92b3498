import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { costRequests } from '../../../../test/cost-requests.js';
import { importCharges } from '../../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../../test/harness.js';
import { addDays } from '../../../platform/lib/days.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { sql } from '../../../platform/store/sql.js';
import { propertyRuns } from '../../../../test/property-runs.js';

// Today is 2026-03-10.
let account: Account;
const { readCosts } = costRequests(() => account);

const firstDay = '2025-09-20';
const days = 171;
const dayAt = (index: number) => addDays(firstDay, index);

beforeAll(async () => {
  account = await newAccount();
  const charges = Array.from({ length: days }, (_, index) => ({
    day: dayAt(index),
    cost: `${(index * 7919) % 1000}.${(index * 104_729) % 1_000_000}`,
    service: ['Compute', 'Storage'][index % 2]!,
    region: ['eu', 'us', ''][index % 3]!,
    tags: index % 5 === 0 ? {} : { team: `t${index % 4}` },
    usage: String(index % 6),
    unit: 'Hours',
  }));
  // Usage that is reversed within the month: neither cost nor usage is left of it.
  const reversed = ['1', '-1'].map((usage, index) => ({
    day: `2025-11-0${index + 1}`,
    cost: '0',
    service: 'Reversed',
    usage,
    unit: 'Hours',
  }));
  await importCharges(account, [...charges, ...reversed]);
});

interface Cost extends Record<string, string | null> {
  accrued_at: string;
  amount: string;
}

const range = fc
  .tuple(fc.nat(days), fc.nat(days))
  .map(([a, b]) => [dayAt(Math.min(a, b)), dayAt(Math.max(a, b))] as const);

const monthOf = (day: string) => `${day.slice(0, 7)}-01`;

/** Sums by month and group. */
function sumByMonth(costs: readonly Cost[], group: string): Record<string, string> {
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

test('the cost of a month is the sum of its days, wherever the range begins and ends', async () => {
  await fc.assert(
    fc.asyncProperty(
      range,
      fc.constantFrom(...groups),
      async ([start_date, end_date], { group, ...rest }) => {
        const parameters = { ...rest, start_date, end_date };
        const byDay = await readCosts({ ...parameters, date_bin: 'day' });
        const byMonth = await readCosts({ ...parameters, date_bin: 'month' });
        expect(sumByMonth(byMonth.costs, group)).toEqual(sumByMonth(byDay.costs, group));
        expect(byMonth.total_cost).toEqual(byDay.total_cost);
        const bins = byMonth.costs.map((cost: Cost) => cost.accrued_at);
        expect(bins).toEqual(bins.map(monthOf));
      },
    ),
    { seed: 20_260_310, numRuns: propertyRuns(15) },
  );
});

test('usage by month and by quarter is the sum of its days', async () => {
  const parameters = {
    start_date: '2025-09-25',
    end_date: '2026-03-10',
    'settings[aggregate_by]': 'usage',
    groupings: 'service',
  };
  const [byDay, byMonth, byQuarter] = await Promise.all(
    ['day', 'month', 'quarter'].map((date_bin) => readCosts({ ...parameters, date_bin })),
  );
  expect(byMonth.total_usage).toEqual(byDay.total_usage);
  expect(byQuarter.total_usage).toEqual(byDay.total_usage);
  expect(byQuarter.total_cost).toEqual(byDay.total_cost);
});

test('a month whose usage was reversed still has a row', async () => {
  const november = { start_date: '2025-11-01', end_date: '2025-11-30', groupings: 'service' };
  const { costs } = await readCosts({ ...november, date_bin: 'month' });
  expect(costs.map(({ service }: Cost) => service)).toContain('Reversed');
});

test('the rollup by resource has no key that the lines do not have', async () => {
  const { costs, db } = account.app.services;
  const loads = await db
    .selectFrom('loads')
    .select('load_id')
    .where('account_token', '=', account.account.token)
    .execute();
  expect(loads.length).toBeGreaterThan(0);
  // Tests of this process plant faults in loads of theirs.
  const own = sql.numbers(loads.map(({ load_id: id }) => id));
  const ofResources = {
    resource_costs: sql`true`,
    cost_keys: sql`rollup = 'resource_costs'`,
  };
  for (const [table, condition] of Object.entries(ofResources)) {
    const unknown = await selectRows(
      costs.client,
      sql`
        SELECT key_id FROM ${sql.ref(table)}
        WHERE ${condition} AND load_id IN (${own})
          AND key_id NOT IN (SELECT key_id FROM lines WHERE load_id IN (${own})) LIMIT 1
      `,
    );
    expect([table, unknown]).toEqual([table, []]);
  }
});
