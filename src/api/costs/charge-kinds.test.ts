import { beforeAll, expect, test } from 'vitest';
import { costsPath } from '../../../test/cost-requests.js';
import { type Charge, importCharges } from '../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../test/harness.js';
import { Decimal } from '../../platform/lib/decimal.js';

// Today is 2026-03-10.
let account: Account;

const month = (day: string, usage: string, credit: string): Charge[] => [
  { day, cost: usage },
  { day, cost: '10', service: 'AWS Support (Business)', category: 'Purchase' },
  { day, cost: '20', service: 'Customer Support Portal', category: 'Purchase' },
  { day, cost: '30.25', service: 'Tax', category: 'Tax' },
  { day, cost: credit, category: 'Credit' },
];

beforeAll(async () => {
  account = await newAccount();
  await importCharges(account, [
    ...month('2026-02-01', '100', '-5'),
    ...month('2026-03-09', '150.5', '-105'),
  ]);
});

interface Part {
  group: { charge_kind: string };
  amount: string;
  change: { amount: string; percent: string | null };
}

const read = async (settings: object) =>
  (
    await account.as.get(
      costsPath(
        {
          filter: undefined,
          all_costs: true,
          start_date: '2026-03-01',
          end_date: '2026-03-09',
          groupings: 'charge_kind',
          compare_to: 'previous_period',
          ...settings,
        },
        '/v2/costs/series',
      ),
    )
  ).body;

test('tells support, tax and credits from usage, and adds up to the total', async () => {
  const { groups, total } = await read({ 'settings[include_credits]': true });
  expect(
    groups.map(({ group, amount, change }: Part) => [group.charge_kind, amount, change.amount]),
  ).toEqual([
    ['Usage', '170.5', '50.5'],
    ['Tax', '30.25', '0.0'],
    ['Support', '10.0', '0.0'],
    ['Credits', '-105.0', '-100.0'],
  ]);
  // The total fell, although usage rose by 42 %.
  expect(total.change).toMatchObject({ amount: '-49.5' });
  expect(groups[0].change.percent).toBe('42.08');
  expect(Decimal.sum(...groups.map(({ amount }: Part) => amount)).toFixed()).toBe('105.75');
  expect(total.amount).toBe('105.75');
});

test('has the kinds that the settings include', async () => {
  const { groups } = await read({ 'settings[include_tax]': false });
  expect(groups.map(({ group }: Part) => group.charge_kind)).toEqual(['Usage', 'Support']);
});

test('all costs are those of every provider, in place of a filter', async () => {
  const path = '/v2/costs/series?all_costs=true&groupings=provider';
  const dates = '&start_date=2026-03-01&end_date=2026-03-09';
  const { body } = await account.as.get(path + dates);
  expect(body.total.amount).toBe('210.75');
  const both = await account.as.get(`${path}&filter=costs.provider = 'aws'`);
  expect(both.body.errors).toEqual([
    'all_costs cannot be combined with filter or cost_report_token',
  ]);
  const empty = await newAccount();
  expect((await empty.as.get(path + dates)).body.total.amount).toBe('0.0');
});
