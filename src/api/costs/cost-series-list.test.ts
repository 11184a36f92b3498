import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { costsPath, type CostParameters } from '../../../test/cost-requests.js';
import { type Charge, importCharges } from '../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../test/harness.js';
import { addDays } from '../../platform/lib/days.js';
import { Decimal, formatDecimal } from '../../platform/lib/decimal.js';

// Today is 2026-03-10.
let account: Account;
const february = { start_date: '2026-02-01', end_date: '2026-02-28', date_bin: 'week' };
const services = ['Compute', 'Storage', 'Network', 'compute Engine', 'Ärger', '100% off_'];

beforeAll(async () => {
  account = await newAccount();
  const charges = Array.from({ length: 600 }, (_, index): Charge => ({
    day: addDays('2026-01-01', (index * 7) % 59),
    cost: `${((index * 7919) % 97) - 20}.${(index * 104_729) % 1_000_000}`,
    service: services[index % services.length]!,
    region: ['eu', 'us', ''][index % 4 === 0 ? 2 : index % 2]!,
    account: `acct-${index % 5}`,
    accountName: ['Shop', 'Search', 'Data', 'Ops', 'Lab'][index % 5]!,
    resource: index % 7 === 0 ? '' : `i-${index % 43}`,
    resourceName: `Machine ${(index % 43) * 31}`,
    tags: index % 5 === 0 ? {} : { team: `t${index % 4}` },
  }));
  await importCharges(account, charges);
});

interface Group {
  group: Record<string, string | null>;
  resource_name?: string | null;
  amount: string;
  amounts: string[];
  change: { amount: string; percent: string | null } | null;
}
interface SeriesBody {
  total: { amount: string; amounts: string[] };
  group_count: number;
  matching: { group_count: number; amount: string };
  order_by: string;
  groups: Group[];
  other: { group_count: number; amount: string; amounts: string[]; change: { amount: string } };
  links: { next: string | null };
}

async function read(parameters: CostParameters): Promise<SeriesBody> {
  const { status, body } = await account.as.get(
    costsPath({ ...february, ...parameters }, '/v2/costs/series'),
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return body as SeriesBody;
}

const add = (amounts: readonly string[]) =>
  formatDecimal(amounts.reduce((sum, each) => sum.plus(each), new Decimal(0)).toFixed());

/** All pages of a list. */
async function readAll(parameters: CostParameters, limit: number): Promise<SeriesBody[]> {
  const pages: SeriesBody[] = [];
  for (let page = 1; pages.length === 0 || pages.at(-1)!.links.next; page += 1) {
    pages.push(await read({ ...parameters, limit, page }));
  }
  return pages;
}

const namesOfAccounts: Record<string, string> = {
  'acct-0': 'Shop',
  'acct-1': 'Search',
  'acct-2': 'Data',
  'acct-3': 'Ops',
  'acct-4': 'Lab',
};

/** The texts of a group that a search looks into. */
const textsOf = ({ group, resource_name: name }: Group): string[] =>
  [...Object.values(group), namesOfAccounts[group['account_id'] ?? ''], name].filter(
    (text): text is string => typeof text === 'string',
  );

const displayOf = ({ group, resource_name: name }: Group): (string | null)[] =>
  Object.entries(group).map(([grouping, value]) => {
    if (value === null) return null;
    if (grouping === 'resource_id') return (name ?? value).toLowerCase();
    return (namesOfAccounts[value] ?? value).toLowerCase();
  });

const byName = (one: Group, other: Group): number => {
  const [left, right] = [displayOf(one), displayOf(other)];
  for (const [index, text] of left.entries()) {
    const compared = right[index]!;
    if (text === compared) continue;
    if (text === null || compared === null) return text === null ? 1 : -1;
    return Buffer.compare(Buffer.from(text), Buffer.from(compared));
  }
  return 0;
};

const isSorted = <Value>(values: readonly Value[], compare: (a: Value, b: Value) => number) =>
  values.every((value, index) => index === 0 || compare(values[index - 1]!, value) <= 0);

const request = fc.record({
  groupings: fc
    .subarray(['service', 'region', 'account_id', 'resource_id', 'tag:team', 'provider'], {
      minLength: 1,
      maxLength: 2,
    })
    .map((names) => names.join(',')),
  search: fc.option(
    fc.constantFrom(
      'comp',
      'COMPUTE',
      'ä',
      '%',
      '_',
      'shop',
      'acct-1',
      't2',
      'machine 3',
      'none of these',
    ),
    { nil: undefined },
  ),
  order_by: fc.constantFrom('cost', 'change', 'change_percent', 'name'),
  order: fc.constantFrom('asc', 'desc'),
  limit: fc.integer({ min: 3, max: 40 }),
});

test('all pages of any search in any order list each matching group once, and with the rest they are the total', async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ groupings, search, limit, ...order }) => {
      const compare_to = 'previous_period';
      const all = (await readAll({ groupings, compare_to }, 1000)).flatMap(({ groups }) => groups);
      const pages = await readAll(
        { groupings, compare_to, ...order, ...(search && { search }) },
        limit,
      );
      const listed = pages.flatMap(({ groups }) => groups);
      const wanted = search?.toLowerCase() ?? '';
      const expected = all.filter(
        (group) =>
          search === undefined ||
          textsOf(group).some((text) => text.toLowerCase().includes(wanted)),
      );
      const keyOf = (group: Group) => JSON.stringify(group);
      expect(listed.map(keyOf).toSorted()).toEqual(expected.map(keyOf).toSorted());
      const sign = order.order === 'asc' ? 1 : -1;
      const compareAmounts = (of: (group: Group) => string) => (one: Group, other: Group) =>
        sign * new Decimal(of(one)).comparedTo(of(other));
      const orders: Record<string, () => boolean> = {
        cost: () =>
          isSorted(
            listed,
            compareAmounts(({ amount }) => amount),
          ),
        change: () =>
          isSorted(
            listed,
            compareAmounts(({ change }) => change!.amount),
          ),
        change_percent: () => {
          const percents = listed.map(({ change }) => change!.percent);
          const known = listed.filter(({ change }) => change!.percent !== null);
          return (
            percents.slice(known.length).every((percent) => percent === null) &&
            isSorted(
              known,
              compareAmounts(({ change }) => change!.percent!),
            )
          );
        },
        name: () =>
          isSorted(
            listed.filter((group) => !displayOf(group).includes(null)),
            (one, other) => sign * byName(one, other),
          ),
      };
      expect(orders[order.order_by]!(), order.order_by).toBe(true);
      for (const page of pages) {
        expect(page.group_count).toBe(all.length);
        expect(page.matching).toEqual({
          group_count: expected.length,
          amount: add(expected.map(({ amount }) => amount)),
        });
        expect(page.order_by).toBe(order.order_by);
        const parts = [...page.groups, page.other];
        expect(page.other.group_count).toBe(all.length - page.groups.length);
        expect(add(parts.map(({ amount }) => amount))).toBe(page.total.amount);
        for (const [bin, amount] of page.total.amounts.entries()) {
          expect(add(parts.map(({ amounts }) => amounts[bin]!))).toBe(amount);
        }
      }
    }),
    { seed: 20_260_310, numRuns: 30 },
  );
});

describe('a list of groups', () => {
  test('is in ascending order by name unless the order is given', async () => {
    const { groups } = await read({ groupings: 'account_id', order_by: 'name' });
    expect(groups.map(({ group }) => group['account_id'])).toEqual([
      'acct-2',
      'acct-4',
      'acct-3',
      'acct-1',
      'acct-0',
    ]);
  });

  test('is ordered by cost where days of the comparison have not been imported', async () => {
    const january = { start_date: '2026-01-01', end_date: '2026-01-31', groupings: 'service' };
    const compared = { ...january, compare_to: 'previous_period' };
    const body = await read({ ...compared, order_by: 'change', order: 'asc' });
    expect(body.order_by).toBe('cost');
    expect(body.groups).toEqual((await read(compared)).groups);
  });

  test('past its last page has the counts, and no groups', async () => {
    const body = await read({ groupings: 'service', search: 'comp', page: 9 });
    expect(body).toMatchObject({ groups: [], group_count: 6, matching: { group_count: 2 } });
  });

  test('cannot be ordered by change without a comparison', async () => {
    const path = costsPath({ ...february, order_by: 'change' }, '/v2/costs/series');
    const { status, body } = await account.as.get(path);
    expect([status, body.errors]).toEqual([
      400,
      ['order_by change requires compare_to or compare_start_date'],
    ]);
  });

  test('has the totals of converted costs', async () => {
    const euro = await newAccount();
    await euro.app.services.db
      .insertInto('exchange_rates')
      .values({
        account_token: euro.account.token,
        effective_date: '2026-01-01',
        updated_at: new Date('2026-01-01'),
        base_currency_code: 'USD',
        currency_code: 'EUR',
        rate: '0.7',
      })
      .execute();
    await importCharges(
      euro,
      Array.from({ length: 59 }, (_, index): Charge => ({
        day: addDays('2026-01-01', index),
        cost: `${index % 13}.1`,
        service: services[index % 3]!,
        currency: index % 2 === 0 ? 'EUR' : 'USD',
      })),
    );
    const parameters = { ...february, groupings: 'service', compare_to: 'previous_period' };
    const get = async (more: CostParameters): Promise<SeriesBody> =>
      (await euro.as.get(costsPath({ ...parameters, ...more }, '/v2/costs/series'))).body;
    const [byCost, byChange] = [await get({}), await get({ order_by: 'change', order: 'asc' })];
    const changes = byCost.groups.toSorted((one, other) =>
      new Decimal(one.change!.amount).comparedTo(other.change!.amount),
    );
    expect(byChange.groups).toEqual(changes);
  });

  test('never contains groups of another account', async () => {
    const other = await newAccount();
    await importCharges(other, [{ day: '2026-02-01', cost: '1', service: 'Foreign' }]);
    const body = await read({ groupings: 'service', search: 'foreign' });
    expect(body).toMatchObject({ groups: [], matching: { group_count: 0, amount: '0.0' } });
  });
});
