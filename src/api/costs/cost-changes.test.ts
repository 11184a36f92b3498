import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type Charge, importCharges, importCsv } from '../../../test/cost-fixtures.js';
import { costRequests, costsPath, type CostParameters } from '../../../test/cost-requests.js';
import { type Account, newAccount } from '../../../test/harness.js';
import { storeVirtualTag } from '../../../test/store-virtual-tag.js';
import { providerFormats } from '../../domain/intake/ingest/formats/index.js';
import { addDays, lastOfMonth } from '../../platform/lib/days.js';
import { Decimal, formatDecimal } from '../../platform/lib/decimal.js';
import { propertyRuns } from '../../../test/property-runs.js';

// Today is 2026-03-10.
let account: Account;

const firstDay = '2025-12-20';
const days = 80;
const dayAt = (index: number) => addDays(firstDay, index);

beforeAll(async () => {
  account = await newAccount();
  const charges = Array.from({ length: 400 }, (_, index): Charge => ({
    day: dayAt(index % days),
    cost: `${(index * 7919) % 97}.${(index * 104_729) % 1_000_000}`,
    service: ['Compute', 'Storage', 'Network'][index % 3]!,
    region: ['eu', 'us', ''][index % 4 === 0 ? 2 : index % 2]!,
    account: `acct-${index % 5}`,
    resource: index % 7 === 0 ? '' : `i-${index % 23}`,
    resourceName: `name-${index % 23}`,
    tags: index % 5 === 0 ? {} : { team: `t${index % 4}` },
    category: index % 11 === 0 ? 'Tax' : index % 13 === 0 ? 'Purchase' : 'Usage',
    ...(index % 6 === 0
      ? {}
      : { usage: String(1 + (index % 3)), unit: ['Hours', 'GB'][index % 2]! }),
  }));
  await importCharges(account, charges);
});

async function readChanges(parameters: CostParameters, caller = account): Promise<ChangesBody> {
  const { status, body } = await caller.as.get(costsPath(parameters, '/v2/costs/changes'));
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

interface Difference {
  before: string;
  after: string;
  difference: string;
  percent: string | null;
}
type Driver = Difference & {
  group: Record<string, string | null>;
  kind: string;
  usage: { unit: string; before: string; after: string } | null;
  usage_effect: string | null;
  price_effect: string | null;
  split: { by: string; usage_effect: string; price_effect: string; unsplit: string } | null;
};
interface Period {
  start_date: string;
  end_date: string;
  days: number;
  days_with_data: number;
  amount: string;
}
interface ChangesBody {
  per_day: boolean;
  partial_tags?: { key: string; values_since: string }[];
  before: Period;
  after: Period;
  difference: string | null;
  percent: string | null;
  driver_count: number;
  drivers: Driver[];
  other: Difference & { driver_count: number };
  one_time: Difference & { charges: (Difference & { charge_type: string; kind: string })[] };
  unconverted_costs?: unknown;
  links: { next: string | null };
}

const add = (amounts: readonly string[]) =>
  formatDecimal(amounts.reduce((sum, each) => sum.plus(each), new Decimal(0)).toFixed());
const subtract = (one: string, other: string) =>
  formatDecimal(new Decimal(one).minus(other).toFixed());

const range = (first: fc.Arbitrary<number>) =>
  fc.tuple(first, fc.integer({ min: 0, max: 45 })).map(([start, length]) => ({
    start: dayAt(start),
    end: dayAt(Math.min(days - 1, start + length)),
  }));

const request = fc.record({
  groupings: fc
    .subarray(
      ['service', 'region', 'account_id', 'resource_id', 'tag:team', 'provider', 'charge_type'],
      { minLength: 1, maxLength: 3 },
    )
    .map((names) => names.join(',')),
  before: range(fc.nat(days - 1)),
  after: range(fc.nat(days - 1)),
  'settings[amortize]': fc.boolean(),
  limit: fc.integer({ min: 1, max: 30 }),
  page: fc.integer({ min: 1, max: 3 }),
});

/** Effects add up to the difference; those of a driver with one unit are its split, too. */
function expectExactSplit({ difference, usage_effect, price_effect, split }: Driver): void {
  if (usage_effect !== null) {
    expect(split).toEqual({ by: 'group', usage_effect, price_effect, unsplit: '0.0' });
  }
  if (split === null) return;
  expect(add([split.usage_effect, split.price_effect, split.unsplit])).toBe(difference);
}

const oneTimeTypes = new Set(['Tax', 'Purchase']);

test('drivers, others and one-time charges are the difference, each as GET /costs has it', async () => {
  const { readCosts } = costRequests(() => account);
  await fc.assert(
    fc.asyncProperty(request, async ({ before, after, limit, page, ...rest }) => {
      const changes = await readChanges({
        ...rest,
        start_date: after.start,
        end_date: after.end,
        compare_start_date: before.start,
        compare_end_date: before.end,
        limit,
        page,
      });
      const names = [...new Set([...rest.groupings.split(','), 'charge_type'])];
      // A quarter at most three times, so that groups are read in few rows.
      const costsOf = ({ start, end }: { start: string; end: string }) =>
        readCosts({
          ...rest,
          groupings: names.join(','),
          start_date: start,
          end_date: end,
          date_bin: 'quarter',
          limit: 5000,
        });
      const [was, is] = [await costsOf(before), await costsOf(after)];
      expect(changes.before.amount).toBe(was.total_cost.amount);
      expect(changes.after.amount).toBe(is.total_cost.amount);
      expect(changes.difference).toBe(subtract(is.total_cost.amount, was.total_cost.amount));
      const shown = [...changes.drivers, changes.other, changes.one_time];
      for (const part of ['before', 'after', 'difference'] as const) {
        const whole = part === 'difference' ? changes.difference! : changes[part].amount;
        expect(add(shown.map((each) => each[part]))).toBe(whole);
      }
      const keyOf = (cost: Record<string, unknown>) =>
        JSON.stringify(
          rest.groupings
            .split(',')
            .map((name) => (name === 'tag:team' ? cost['tag'] : cost[name]) ?? null),
        );
      const groups = new Map<string, { before: string[]; after: string[] }>();
      const oneTime = { before: [] as string[], after: [] as string[] };
      for (const [period, { costs }] of [
        ['before', was],
        ['after', is],
      ] as const) {
        for (const cost of costs) {
          // No purchase of these has another one of its kind in the month before or after.
          if (oneTimeTypes.has(cost.charge_type)) {
            oneTime[period].push(cost.amount);
            continue;
          }
          const group = groups.get(keyOf(cost)) ?? { before: [], after: [] };
          group[period].push(cost.amount);
          groups.set(keyOf(cost), group);
        }
      }
      expect(changes.one_time).toMatchObject({
        before: add(oneTime.before),
        after: add(oneTime.after),
      });
      expect(changes.driver_count).toBe(groups.size);
      for (const driver of changes.drivers) {
        const key = JSON.stringify(rest.groupings.split(',').map((name) => driver.group[name]));
        const group = groups.get(key)!;
        expect(driver).toMatchObject({ before: add(group.before), after: add(group.after) });
        expect(driver.kind).toBe(
          group.before.length === 0 ? 'new' : group.after.length === 0 ? 'gone' : 'changed',
        );
        expectExactSplit(driver);
      }
      const sizes = [...groups.values()]
        .map((group) => new Decimal(add(group.after)).minus(add(group.before)).abs())
        .toSorted((a, b) => b.comparedTo(a));
      expect(
        changes.drivers.map(({ difference }) => new Decimal(difference).abs().toFixed()),
      ).toEqual(sizes.slice((page - 1) * limit, page * limit).map((size) => size.toFixed()));
    }),
    { seed: 20_260_311, numRuns: propertyRuns(8) },
  );
});

test('averages per day are those of the sums, and add up as well', async () => {
  const round = (amount: string, perDays: number) =>
    formatDecimal(new Decimal(amount).dividedBy(perDays).toDecimalPlaces(12).toFixed());
  await fc.assert(
    fc.asyncProperty(request, async ({ before, after, limit: _, page: __, ...rest }) => {
      const parameters = {
        ...rest,
        start_date: after.start,
        end_date: after.end,
        compare_start_date: before.start,
        compare_end_date: before.end,
        limit: 1000,
      };
      const [sums, averages] = [
        await readChanges(parameters),
        await readChanges({ ...parameters, per_day: true }),
      ];
      expect([sums.per_day, averages.per_day]).toEqual([false, true]);
      const { days: daysBefore } = sums.before;
      const { days: daysAfter } = sums.after;
      expect(averages.before.amount).toBe(round(sums.before.amount, daysBefore));
      expect(averages.after.amount).toBe(round(sums.after.amount, daysAfter));
      const shown = [...averages.drivers, averages.other, averages.one_time];
      expect(add(shown.map(({ difference }) => difference))).toBe(averages.difference);
      const summed = new Map(sums.drivers.map((driver) => [JSON.stringify(driver.group), driver]));
      expect(averages.drivers).toHaveLength(summed.size);
      for (const driver of averages.drivers) {
        const whole = summed.get(JSON.stringify(driver.group))!;
        expect(driver.before).toBe(round(whole.before, daysBefore));
        expect(driver.after).toBe(round(whole.after, daysAfter));
        expectExactSplit(driver);
      }
      const sizes = averages.drivers.map(({ difference }) => new Decimal(difference).abs());
      for (const [index, size] of sizes.slice(1).entries()) {
        // Drivers are ordered before they are rounded.
        expect(size.minus('1e-11').lte(sizes[index]!)).toBe(true);
      }
    }),
    { seed: 20_260_312, numRuns: propertyRuns(3) },
  );
});

test('a longer month is told apart from a rise', async () => {
  const own = await newAccount();
  const daily = Array.from({ length: 59 }, (_, index): Charge => ({
    day: addDays('2026-01-01', index),
    cost: '3',
    usage: '6',
    unit: 'Hours',
  }));
  await importCharges(own, daily);
  const sums = await readChanges(inFebruary, own);
  expect(sums).toMatchObject({ difference: '-9.0', drivers: [{ usage_effect: '-9.0' }] });
  const averages = await readChanges({ ...inFebruary, per_day: true }, own);
  expect(averages).toMatchObject({
    before: { amount: '3.0' },
    after: { amount: '3.0' },
    difference: '0.0',
    drivers: [
      {
        difference: '0.0',
        usage: { unit: 'Hours', before: '6.0', after: '6.0' },
        usage_effect: '0.0',
        price_effect: '0.0',
      },
    ],
  });
});

test('where a driver has several units, its categories and resources are split', async () => {
  const own = await newAccount();
  const charge = (day: string, cost: string, more: Partial<Charge>): Charge => ({
    day,
    cost,
    service: 'Compute',
    ...more,
  });
  const hours = (usage: string): Partial<Charge> => ({
    resource: 'vm',
    usage,
    unit: 'Hours',
  });
  const gigabytes = (usage: string): Partial<Charge> => ({
    resource: 'disk',
    usage,
    unit: 'GB',
  });
  await importCharges(own, [
    { day: '2026-01-01', cost: '1', service: 'Other', usage: '1', unit: 'Hours' },
    charge('2026-01-05', '100', hours('1000')),
    charge('2026-02-05', '150', hours('1500')),
    charge('2026-01-05', '30', gigabytes('300')),
    charge('2026-02-05', '45', gigabytes('300')),
    charge('2026-02-06', '7', { resource: 'new', usage: '1', unit: 'Hours' }),
    charge('2026-01-06', '2', { resource: 'unmeasured' }),
    charge('2026-02-28', '1', { resource: 'unmeasured' }),
  ]);
  const changes = await readChanges(inFebruary, own);
  const compute = changes.drivers.find(({ group }) => group['service'] === 'Compute');
  expect(compute).toMatchObject({
    difference: '71.0',
    usage: null,
    usage_effect: null,
    price_effect: null,
    split: { by: 'resource', usage_effect: '50.0', price_effect: '15.0', unsplit: '6.0' },
  });
  const averages = await readChanges({ ...inFebruary, per_day: true }, own);
  for (const driver of averages.drivers) expectExactSplit(driver);
});

const months = ['2025-11', '2025-12', '2026-01', '2026-02', '2026-03'] as const;

interface Fee {
  description: string;
  resource: string;
  service: string;
  /** Indexes of the months it is billed in. */
  billed: number[];
}

const fees = fc.uniqueArray(
  fc.record({
    description: fc.constantFrom('Support plan', 'Rack rent, %', 'Setup', 'Licence 2026-%'),
    resource: fc.constantFrom('', 'rack-1', 'rack-2'),
    service: fc.constantFrom('Support', 'Colocation'),
    billed: fc.subarray([0, 1, 2, 3, 4], { minLength: 1 }),
  }),
  {
    minLength: 12,
    maxLength: 12,
    selector: ({ description, resource, service }) => description + resource + service,
  },
);

test('a fee that is billed in the month before or after is no one-time charge', async () => {
  const own = await newAccount();
  const billed: Fee[] = fc.sample(fees, { seed: 20_260_313, numRuns: 1 })[0]!;
  const header =
    'ProviderName,BillingAccountId,ChargePeriodStart,ChargePeriodEnd,ChargeCategory,BilledCost,EffectiveCost,ServiceName,ResourceId,ChargeDescription';
  const monthNames = ['November', 'December', 'January', 'February', 'March'];
  const rows = billed.flatMap(({ description, resource, service, billed: inMonths }, index) =>
    inMonths.map((month) => {
      const day = `${months[month]}-0${1 + (index % 3)}`;
      const cost = 10 ** (index % 6) * (1 + month);
      const text = description.replace('%', monthNames[month]!);
      return `AWS,1,${day}T00:00:00Z,${day}T01:00:00Z,Purchase,${cost},${cost},${service},${resource},"${text}"`;
    }),
  );
  const daily = Array.from({ length: 130 }, (_, index) => {
    const day = addDays('2025-11-01', index);
    return `AWS,1,${day}T00:00:00Z,${day}T01:00:00Z,Usage,1,1,Compute,,`;
  });
  await importCsv(own, [header, ...rows, ...daily].join('\n'), { formats: providerFormats });
  for (const month of [1, 2, 3] as const) {
    const period = `${months[month]}-01`;
    const changes = await readChanges(
      { start_date: period, end_date: lastOfMonth(period), groupings: 'service' },
      own,
    );
    const isOneTime = ({ billed: inMonths }: Fee, at: number) =>
      inMonths.includes(at) && !inMonths.includes(at - 1) && !inMonths.includes(at + 1);
    const oneTimeIn = (at: number) =>
      add(
        billed.flatMap((fee, index) =>
          isOneTime(fee, at) ? [String(10 ** (index % 6) * (1 + at))] : [],
        ),
      );
    expect(changes.one_time).toMatchObject({
      before: oneTimeIn(month - 1),
      after: oneTimeIn(month),
    });
    const shown = [...changes.drivers, changes.other, changes.one_time];
    for (const part of ['before', 'after'] as const) {
      expect(add(shown.map((each) => each[part]))).toBe(changes[part].amount);
    }
  }
});

const january = (charge: Omit<Charge, 'day'>): Charge => ({ day: '2026-01-05', ...charge });
const february = (charge: Omit<Charge, 'day'>): Charge => ({ day: '2026-02-05', ...charge });

/** Two whole months with one driver of each kind. */
const twoMonths: Charge[] = [
  { day: '2026-01-01', cost: '10', service: 'Compute', usage: '100', unit: 'Hours' },
  january({ cost: '90', service: 'Compute', usage: '900', unit: 'Hours' }),
  february({ cost: '150', service: 'Compute', usage: '1500', unit: 'Hours' }),
  january({ cost: '30', service: 'Storage', usage: '300', unit: 'GB' }),
  february({ cost: '45', service: 'Storage', usage: '300', unit: 'GB' }),
  january({ cost: '7', service: 'Old', usage: '1', unit: 'Hours' }),
  february({ cost: '20', service: 'New', usage: '1', unit: 'Hours' }),
  january({ cost: '12', service: 'Mixed', usage: '1', unit: 'Hours' }),
  february({ cost: '13', service: 'Mixed', usage: '1', unit: 'GB' }),
  january({ cost: '5', service: 'Support' }),
  february({ cost: '6', service: 'Support' }),
  february({ cost: '16.5', service: 'Compute', category: 'Tax' }),
  { day: '2026-02-28', cost: '0.5', service: 'Support' },
];
const inFebruary = { start_date: '2026-02-01', end_date: '2026-02-28', groupings: 'service' };

test('a difference is split into usage and price where usage has one unit in both periods', async () => {
  const own = await newAccount();
  await importCharges(own, twoMonths);
  const changes = await readChanges(inFebruary, own);
  expect(changes).toMatchObject({
    before: { start_date: '2026-01-01', end_date: '2026-01-31', days: 31, amount: '154.0' },
    after: { start_date: '2026-02-01', end_date: '2026-02-28', days: 28, amount: '251.0' },
    difference: '97.0',
    percent: '62.99',
  });
  const of = (service: string) => changes.drivers.find(({ group }) => group['service'] === service);
  expect(changes.drivers.map(({ group }) => group['service'])).toEqual([
    'Compute',
    'New',
    'Storage',
    'Old',
    'Support',
    'Mixed',
  ]);
  expect(of('Compute')).toEqual({
    group: { service: 'Compute' },
    kind: 'changed',
    before: '100.0',
    after: '150.0',
    difference: '50.0',
    percent: '50.00',
    usage: { unit: 'Hours', before: '1000.0', after: '1500.0' },
    usage_effect: '50.0',
    price_effect: '0.0',
    split: { by: 'group', usage_effect: '50.0', price_effect: '0.0', unsplit: '0.0' },
  });
  expect(of('Storage')).toMatchObject({ usage_effect: '0.0', price_effect: '15.0' });
  expect(of('New')).toMatchObject({ kind: 'new', percent: null, usage_effect: null });
  expect(of('Old')).toMatchObject({ kind: 'gone', difference: '-7.0', usage_effect: null });
  expect(of('Mixed')).toMatchObject({ kind: 'changed', usage: null, price_effect: null });
  expect(of('Support')).toMatchObject({ difference: '1.5', usage: null });
  expect(changes.one_time).toEqual({
    before: '0.0',
    after: '16.5',
    difference: '16.5',
    percent: null,
    charges: [
      {
        charge_type: 'Tax',
        kind: 'new',
        before: '0.0',
        after: '16.5',
        difference: '16.5',
        percent: null,
      },
    ],
  });
  expect(changes.other).toMatchObject({ driver_count: 0, difference: '0.0' });
});

test('periods with days that have not been imported have no difference', async () => {
  const changes = await readChanges({ ...inFebruary, compare_to: 'previous_year' });
  expect(changes).toMatchObject({
    before: { days: 28, days_with_data: 0, amount: '0.0' },
    after: { days: 28, days_with_data: 28 },
    difference: null,
    percent: null,
    driver_count: 0,
    drivers: [],
    other: null,
    one_time: null,
  });
  const dates = { start_date: '2025-12-18', end_date: '2025-12-31' };
  const early = await readChanges({
    ...dates,
    compare_start_date: '2026-01-01',
    compare_end_date: '2026-01-14',
  });
  expect(early).toMatchObject({ after: { days: 14, days_with_data: 12 }, difference: null });
});

test('a range without a complete day has no periods', async () => {
  const changes = await readChanges({ start_date: '2026-03-10', end_date: '2026-03-10' });
  expect(changes).toMatchObject({ before: null, after: null, difference: null, drivers: [] });
});

test('a page after the last one still counts the drivers', async () => {
  const changes = await readChanges({ ...inFebruary, page: 9 });
  expect(changes).toMatchObject({ driver_count: 3, drivers: [] });
  const whole = subtract(changes.difference!, changes.one_time.difference);
  expect(changes.other).toMatchObject({ driver_count: 3, difference: whole });
});

test('a virtual tag whose rules change with the date is followed in both periods', async () => {
  const own = await newAccount();
  await importCharges(own, twoMonths);
  await storeVirtualTag(own, {
    key: 'owner',
    values: [
      { filter: "costs.provider = 'aws' AND costs.service = 'Storage'", name: 'web' },
      {
        filter: "costs.provider = 'aws' AND costs.service = 'Compute'",
        percentages: { web: 25, data: 75 },
        dates: [['2026-02-01', null]],
      },
    ],
  });
  const { readCosts } = costRequests(() => own);
  const grouped = { ...inFebruary, groupings: 'tag:owner', 'settings[include_tax]': false };
  const changes = await readChanges(grouped, own);
  const [was, is] = await Promise.all([
    readCosts({ ...grouped, start_date: '2026-01-01', end_date: '2026-01-31', date_bin: 'month' }),
    readCosts({ ...grouped, date_bin: 'month' }),
  ]);
  const amountOf = (costs: { tag: string | null; amount: string }[], tag: string | null) =>
    costs.find((cost) => cost.tag === tag)?.amount ?? '0.0';
  expect(new Set(changes.drivers.map(({ group }) => group['tag:owner']))).toEqual(
    new Set(['data', 'web', null]),
  );
  for (const { group, before, after } of changes.drivers) {
    const tag = group['tag:owner']!;
    expect([before, after]).toEqual([amountOf(was.costs, tag), amountOf(is.costs, tag)]);
  }
});

test('a virtual tag that has no values of the earlier period is named', async () => {
  const own = await newAccount();
  await importCharges(own, twoMonths);
  const storage = { filter: "costs.provider = 'aws' AND costs.service = 'Storage'", name: 'web' };
  await storeVirtualTag(own, { key: 'late', since: '2026-02-01', values: [storage] });
  await storeVirtualTag(own, { key: 'early', since: '2026-01-01', values: [storage] });
  const late = await readChanges({ ...inFebruary, groupings: 'tag:late' }, own);
  expect(late.partial_tags).toEqual([{ key: 'late', values_since: '2026-02-01' }]);
  const early = await readChanges({ ...inFebruary, groupings: 'tag:early' }, own);
  expect(early).not.toHaveProperty('partial_tags');
  const series = { ...inFebruary, compare_to: 'previous_period', groupings: 'tag:late' };
  const { body } = await own.as.get(costsPath(series, '/v2/costs/series'));
  expect(body.comparison.partial_tags).toEqual(late.partial_tags);
});

test('converted costs add up, and costs without a rate are named', async () => {
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
  const charges = Array.from({ length: 59 }, (_, index): Charge => ({
    day: addDays('2026-01-01', index),
    cost: `${index}.1`,
    service: ['Compute', 'Storage', 'Network'][index % 3]!,
    currency: ['EUR', 'CHF', 'USD'][index % 10 === 0 ? 1 : index % 4 === 0 ? 2 : 0]!,
    usage: '1',
    unit: 'Hours',
    category: index % 9 === 0 ? 'Tax' : 'Usage',
  }));
  await importCharges(euro, charges);
  const changes = await readChanges({ ...inFebruary, limit: 2 }, euro);
  const { readCosts } = costRequests(() => euro);
  const [was, is] = await Promise.all([
    readCosts({ ...inFebruary, start_date: '2026-01-01', end_date: '2026-01-31' }),
    readCosts(inFebruary),
  ]);
  expect(changes.before.amount).toBe(was.total_cost.amount);
  expect(changes.after.amount).toBe(is.total_cost.amount);
  expect(changes.unconverted_costs).toEqual({
    before: was.unconverted_costs,
    after: is.unconverted_costs,
  });
  const shown = [...changes.drivers, changes.other, changes.one_time];
  expect(add(shown.map(({ difference }) => difference))).toBe(changes.difference);
});

test.each([
  [{ 'settings[aggregate_by]': 'usage' }, /aggregate_by/],
  [{ compare_start_date: '2026-01-01' }, /together/],
  [
    {
      compare_start_date: '2026-01-01',
      compare_end_date: '2026-01-31',
      compare_to: 'previous_year',
    },
    /compare_to/,
  ],
  [{ compare_start_date: '2026-02-01', compare_end_date: '2026-01-31' }, /after/],
])('%j is refused', async (parameters, message) => {
  const { status, body } = await account.as.get(costsPath(parameters, '/v2/costs/changes'));
  expect(status).toBe(400);
  expect(body.errors.join(' ')).toMatch(message);
});
