import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { costsPath, type CostParameters } from '../../../test/cost-requests.js';
import { type Charge, importCharges } from '../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../test/harness.js';
import { addDays } from '../../platform/lib/days.js';
import { Decimal, formatDecimal } from '../../platform/lib/decimal.js';
import { propertyRuns } from '../../../test/property-runs.js';

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
  // Only in January, so that February has no costs of these groups; two of them cancel out.
  const retired = Array.from({ length: 9 }, (_, index): Charge => ({
    day: addDays('2026-01-05', index),
    cost: index < 7 ? `${index + 1}.25` : `${index === 7 ? '-' : ''}3`,
    service: index < 7 ? `Retired ${index % 3}` : 'Cancelled out',
    region: 'ap',
    account: 'acct-0',
    accountName: 'Shop',
    resource: `old-${index}`,
    tags: { team: 'gone' },
  }));
  await importCharges(account, [...charges, ...retired]);
});

interface Group {
  group: Record<string, string | null>;
  resource_name?: string | null;
  amount: string;
  amounts: string[];
  change: Change | null;
}
interface Change {
  current: string;
  previous: string;
  amount: string;
  percent: string | null;
}
interface SeriesBody {
  total: { amount: string; amounts: string[]; change: Change };
  group_count: number;
  matching: { group_count: number; amount: string };
  order_by: string;
  groups: Group[];
  other: { group_count: number; amount: string; amounts: string[]; change: Change };
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
        for (const side of ['current', 'previous', 'amount'] as const) {
          expect(add(parts.map(({ change }) => change![side]))).toBe(page.total.change[side]);
        }
        for (const [bin, amount] of page.total.amounts.entries()) {
          expect(add(parts.map(({ amounts }) => amounts[bin]!))).toBe(amount);
        }
      }
    }),
    { seed: 20_260_310, numRuns: propertyRuns(12) },
  );
});

const january = { start_date: '2026-01-01', end_date: '2026-01-31' };

/** The amounts of January by group. */
const readJanuary = async (groupings: string): Promise<Map<string, string>> => {
  const { groups } = await read({ ...january, groupings, limit: 1000 });
  return new Map(groups.map(({ group, amount }) => [JSON.stringify(group), amount]));
};

describe('a list of groups', () => {
  test.each(['service', 'region,tag:team', 'resource_id', 'service,account_id'])(
    'by %s has every group of both ranges, with the amounts of each',
    async (groupings) => {
      const compared = { groupings, compare_to: 'previous_period' };
      const rows = (await readAll({ ...compared, order_by: 'change', order: 'asc' }, 7)).flatMap(
        ({ groups }) => groups,
      );
      const before = await readJanuary(groupings);
      const { groups: now, total } = await read({ groupings, limit: 1000 });
      const keyOf = ({ group }: Group) => JSON.stringify(group);
      const amounts = new Map(now.map((group) => [keyOf(group), group.amount]));
      const known = [...amounts.keys()];
      const gone = [...before].filter(
        ([key, amount]) => !amounts.has(key) && amount !== '0.0' && amount !== '0',
      );
      expect(gone.length).toBeGreaterThan(0);
      expect(rows.map(keyOf).toSorted()).toEqual(
        [...known, ...gone.map(([key]) => key)].toSorted(),
      );
      for (const row of rows) {
        expect(row.amount).toBe(amounts.get(keyOf(row)) ?? '0.0');
        expect(row.change!.previous).toBe(before.get(keyOf(row)) ?? '0.0');
        expect(add(row.amounts)).toBe(row.amount);
      }
      expect(add(rows.map(({ amount }) => amount))).toBe(total.amount);
      expect(add(rows.map(({ change }) => change!.previous))).toBe(add([...before.values()]));
    },
  );

  test('finds groups that have disappeared, and lists them between costs and credits', async () => {
    const compared = { groupings: 'service', compare_to: 'previous_period' };
    const { groups, matching } = await read({ ...compared, search: 'retired' });
    expect(groups.map(({ group, amount, change }) => [group['service'], amount, change])).toEqual(
      [0, 1, 2].map((index) => {
        const previous = ['12.75', '7.5', '9.5'][index]!;
        const change = { current: '0.0', previous, amount: `-${previous}`, percent: '-100.00' };
        return [`Retired ${index}`, '0.0', change];
      }),
    );
    expect(matching).toEqual({ group_count: 3, amount: '0.0' });
    const { group_count: count } = await read({ groupings: 'service' });
    expect((await read(compared)).group_count).toBe(count + 3);
  });

  test('has the groups of the range alone where changes are not known', async () => {
    const compared = { ...january, groupings: 'service', compare_to: 'previous_period' };
    const body = await read(compared);
    expect(body.group_count).toBe((await read({ ...january, groupings: 'service' })).group_count);
  });

  test('compares complete days, and lists the groups of all requested days', async () => {
    const march = { start_date: '2026-02-20', end_date: '2026-03-10', groupings: 'service' };
    const { groups, total } = await read({
      ...march,
      compare_start_date: '2026-01-05',
      compare_end_date: '2026-01-13',
      limit: 1000,
    });
    expect(add(groups.map(({ amount }) => amount))).toBe(total.amount);
    for (const side of ['current', 'previous'] as const) {
      expect(add(groups.map(({ change }) => change![side]))).toBe(total.change[side]);
    }
  });

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
    const compared = { ...january, groupings: 'service', compare_to: 'previous_period' };
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
