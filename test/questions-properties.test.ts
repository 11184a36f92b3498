import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { Decimal } from '../src/platform/lib/decimal.js';
import { type Charge, importCharges } from './cost-fixtures.js';
import { costsPath } from './cost-requests.js';
import { type Account, newAccount } from './harness.js';
import { assignRules, newManagedAccount, rebill } from './managed-accounts.js';
import { propertyRuns } from './property-runs.js';
import { storeVirtualTag } from './store-virtual-tag.js';

// Random questions about generated bills, with a virtual tag, two workspaces and a customer with billing rules,
// compared with a model that adds up the same charges in plain code.

const providers = { AWS: 'aws', 'Google Cloud': 'gcp', Oracle: 'oracle' } as const;
const services = ['Compute', 'Storage', 'Queue'];
const regions = ['eu-1', 'us-1', undefined];
const accounts = ['a-1', 'a-2'];
const teams = ['web', 'ml', undefined];

/** What the model knows of a line: a charge, or the share of it that a value of the virtual tag has. */
interface Line {
  provider: string;
  service: string;
  region: string | null;
  account_id: string;
  team: string | null;
  owner: string | null;
  kind: 'Usage' | 'Tax' | 'Credit';
  day: string;
  billed: Decimal;
  effective: Decimal;
}

const charge = fc
  .record({
    provider: fc.constantFrom('AWS', 'Google Cloud', 'Oracle' as const),
    service: fc.constantFrom(...services),
    region: fc.constantFrom(...regions),
    account: fc.constantFrom(...accounts),
    team: fc.constantFrom(...teams),
    category: fc.constantFrom('Usage', 'Usage', 'Usage', 'Tax', 'Credit' as const),
    day: fc.integer({ min: 0, max: 89 }),
    cents: fc.integer({ min: 1, max: 5_000_000 }),
  })
  .map(({ team, day, cents, ...rest }): Charge => {
    const cost = new Decimal(rest.category === 'Credit' ? -cents : cents).div(10_000);
    return {
      ...rest,
      day: new Date(Date.UTC(2025, 11, 1 + day)).toISOString().slice(0, 10),
      cost: cost.toFixed(),
      effective: cost.div(4).toFixed(),
      ...(team && { tags: { team } }),
    };
  });

const [first, second] = fc.sample(fc.array(charge, { minLength: 150, maxLength: 150 }), {
  numRuns: 2,
  seed: 28,
}) as [Charge[], Charge[]];

/** The rules of the virtual tag `owner`, first match first: by name, by shares, and none. */
const ownerRules = [
  { filter: "costs.provider = 'aws' AND costs.service = 'Queue'", name: 'platform' },
  {
    filter: "costs.provider = 'gcp' OR (costs.provider = 'aws' AND tags.name = 'team')",
    percentages: { north: 25, south: 75 },
  },
];

function shares(line: Omit<Line, 'owner'>): [owner: string | null, share: number][] {
  if (line.provider === 'aws' && line.service === 'Queue') return [['platform', 1]];
  if (line.provider === 'gcp' || (line.provider === 'aws' && line.team !== null)) {
    return [
      ['north', 0.25],
      ['south', 0.75],
    ];
  }
  return [[null, 1]];
}

function linesOf(charges: readonly Charge[]): Line[] {
  return charges.flatMap((each) => {
    const line = {
      provider: providers[each.provider as keyof typeof providers],
      service: each.service!,
      region: each.region ?? null,
      account_id: each.account!,
      team: each.tags?.['team'] ?? null,
      kind: each.category as Line['kind'],
      day: each.day,
    };
    const amounts = { billed: new Decimal(each.cost), effective: new Decimal(each.effective!) };
    const whole = { ...line, ...amounts };
    return shares(whole).map(([owner, share]) => ({
      ...line,
      owner,
      billed: amounts.billed.times(share),
      effective: amounts.effective.times(share),
    }));
  });
}

/** What the customer pays: storage costs 80 %, and taxes are not passed on. The customer has no virtual tag. */
const customerRules = [
  { type: 'adjustment', service: 'Storage', percentage: '80' },
  { type: 'exclusion', charge_type: 'Tax' },
] as const;

function linesOfCustomer(charges: readonly Charge[]): Line[] {
  return linesOf(charges)
    .filter(({ kind }) => kind !== 'Tax')
    .map((line) => {
      const factor = line.service === 'Storage' ? 0.8 : 1;
      const [billed, effective] = [line.billed.times(factor), line.effective.times(factor)];
      return { ...line, owner: null, billed, effective };
    });
}

interface Condition {
  vql: string;
  holds: (line: Line) => boolean;
}

const quoted = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/** Conditions on a plain field: a line without it fulfils the negative ones. */
function onField(field: 'service' | 'region' | 'account_id', values: readonly string[]) {
  const some = fc.uniqueArray(fc.constantFrom(...values, 'other'), { minLength: 1, maxLength: 2 });
  const one = fc.constantFrom(...values);
  const name = `costs.${field}`;
  const isIn = (list: readonly string[]) => (line: Line) => list.includes(line[field] ?? '');
  const not = (test: Condition['holds']) => (line: Line) => !test(line);
  return fc.oneof(
    one.map((value): Condition => ({ vql: `${name} = '${value}'`, holds: isIn([value]) })),
    one.map((value): Condition => ({ vql: `${name} != '${value}'`, holds: not(isIn([value])) })),
    some.map((list): Condition => ({ vql: `${name} IN (${quoted(list)})`, holds: isIn(list) })),
    some.map((list): Condition => ({
      vql: `${name} NOT IN (${quoted(list)})`,
      holds: not(isIn(list)),
    })),
  );
}

const isNull = fc.boolean().map((negated): Condition => ({
  vql: `costs.region ${negated ? '!=' : '='} NULL`,
  holds: ({ region }) => (region === null) !== negated,
}));

/** Conditions on a tag of the bill or on the virtual one: only lines with the tag fulfil those on values. */
function onTag(key: 'team' | 'owner', values: readonly string[]) {
  const name = `tags.name = '${key}'`;
  const value = fc.constantFrom(...values);
  return fc.oneof(
    fc.constant<Condition>({ vql: name, holds: (line) => line[key] !== null }),
    fc.constant<Condition>({
      vql: `(${name} AND tags.value = NULL)`,
      holds: (line) => line[key] === null,
    }),
    value.map((text): Condition => ({
      vql: `(${name} AND tags.value = '${text}')`,
      holds: (line) => line[key] === text,
    })),
    value.map((text): Condition => ({
      vql: `(${name} AND tags.value != '${text}')`,
      holds: (line) => line[key] !== null && line[key] !== text,
    })),
  );
}

const condition = fc.oneof(
  onField('service', services),
  onField('region', ['eu-1', 'us-1']),
  onField('account_id', accounts),
  isNull,
  onTag('team', ['web', 'ml']),
  onTag('owner', ['platform', 'north', 'south']),
);

const either = fc.array(condition, { minLength: 2, maxLength: 2 }).map((all): Condition => ({
  vql: `(${all.map(({ vql }) => vql).join(' OR ')})`,
  holds: (line) => all.some(({ holds }) => holds(line)),
}));

const branch = fc
  .tuple(
    fc.constantFrom('aws', 'gcp', 'oracle'),
    fc.array(fc.oneof({ weight: 3, arbitrary: condition }, either), { maxLength: 3 }),
  )
  .map(([provider, all]): Condition => ({
    vql: `(${[`costs.provider = '${provider}'`, ...all.map(({ vql }) => vql)].join(' AND ')})`,
    holds: (line) => line.provider === provider && all.every(({ holds }) => holds(line)),
  }));

const filter = fc.array(branch, { minLength: 1, maxLength: 3 }).map((all): Condition => ({
  vql: all.map(({ vql }) => vql).join(' OR '),
  holds: (line) => all.some(({ holds }) => holds(line)),
}));

const fields = ['provider', 'service', 'region', 'account_id'] as const;
const groupings = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...fields), { maxLength: 3 }),
    fc.constantFrom('team', 'owner', undefined),
  )
  .map(([plain, tag]) => ({ plain, tag }))
  .filter(({ plain, tag }) => plain.length > 0 || tag !== undefined);

const question = fc.record({
  asker: fc.constantFrom('first', 'second', 'customer' as const),
  filter,
  groupings,
  start: fc.integer({ min: 0, max: 60 }),
  days: fc.integer({ min: 1, max: 60 }),
  bin: fc.constantFrom('day', 'week', 'month' as const),
  amortize: fc.boolean(),
  credits: fc.boolean(),
  tax: fc.boolean(),
});
type Question = typeof question extends fc.Arbitrary<infer Asked> ? Asked : never;

const dayAt = (index: number) => new Date(Date.UTC(2025, 11, 1 + index)).toISOString().slice(0, 10);

/** Something that all days of a bin share. */
function binOf(day: string, bin: Question['bin']): string {
  if (bin === 'day') return day;
  if (bin === 'month') return day.slice(0, 7);
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

function rangeOf({ start, days }: Question) {
  return { start_date: dayAt(start), end_date: dayAt(Math.min(start + days - 1, 89)) };
}

/** Amounts by bin and group, without those that are zero. */
function sums(rows: Iterable<[key: (string | null)[], amount: Decimal]>): Record<string, string> {
  const totals = new Map<string, Decimal>();
  for (const [key, amount] of rows) {
    const name = JSON.stringify(key);
    totals.set(name, (totals.get(name) ?? new Decimal(0)).plus(amount));
  }
  const entries = [...totals].filter(([, sum]) => !sum.isZero());
  return Object.fromEntries(entries.map(([name, sum]) => [name, sum.toFixed()]));
}

function answerOfModel(lines: readonly Line[], asked: Question): Record<string, string> {
  const { start_date, end_date } = rangeOf(asked);
  const { plain, tag } = asked.groupings;
  const counted = lines.filter(
    (line) =>
      line.day >= start_date &&
      line.day <= end_date &&
      (asked.credits || line.kind !== 'Credit') &&
      (asked.tax || line.kind !== 'Tax') &&
      asked.filter.holds(line),
  );
  return sums(
    counted.map((line) => [
      [
        binOf(line.day, asked.bin),
        ...plain.map((field) => line[field]),
        ...(tag ? [line[tag]] : []),
      ],
      asked.amortize ? line.effective : line.billed,
    ]),
  );
}

interface Asker {
  as: Account['as'];
  workspace: string;
  lines: Line[];
}

const askers = {} as Record<Question['asker'], Asker>;

beforeAll(async () => {
  const account = await newAccount();
  const other = (await account.as.post('/v2/workspaces', { name: 'Second' })).body.token;
  const own = account.workspace.token;
  await importCharges(account, first, { workspaces: [own] });
  const shared = await importCharges(account, second, { workspaces: [own, other] });
  await storeVirtualTag(account, { key: 'owner', values: ownerRules });
  const customer = await newManagedAccount(account, [shared]);
  await assignRules(customer, customerRules);
  await rebill(customer);
  askers.first = { as: account.as, workspace: own, lines: linesOf([...first, ...second]) };
  askers.second = { as: account.as, workspace: other, lines: linesOf(second) };
  askers.customer = {
    as: customer.as,
    workspace: customer.workspace.token,
    lines: linesOfCustomer(second),
  };
});

// Ten thousand questions, as TEST_PROPERTY_FACTOR=100 asks, take a quarter of an hour.
const patience = { timeout: 7_200_000 };

test('the answer to any question is what a model adds up', patience, async () => {
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const { as, workspace, lines } = askers[asked.asker];
      const { plain, tag } = asked.groupings;
      const path = costsPath({
        workspace_token: workspace,
        filter: asked.filter.vql,
        groupings: [...plain, ...(tag ? [`tag:${tag}`] : [])].join(','),
        ...rangeOf(asked),
        date_bin: asked.bin,
        limit: 5000,
        'settings[amortize]': asked.amortize,
        'settings[include_credits]': asked.credits,
        'settings[include_tax]': asked.tax,
      });
      const { status, body } = await as.get(path);
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body.links.next).toBeNull();
      const rows = body.costs.map(
        (cost: Record<string, string | null>): [(string | null)[], Decimal] => [
          [
            binOf(cost['accrued_at']!, asked.bin),
            ...plain.map((field) => cost[field] ?? null),
            ...(tag ? [cost['tag'] ?? null] : []),
          ],
          new Decimal(cost['amount']!),
        ],
      );
      const expected = answerOfModel(lines, asked);
      expect(sums(rows), path).toEqual(expected);
      const total = Object.values(expected).reduce((sum, each) => sum.plus(each), new Decimal(0));
      expect(new Decimal(body.total_cost.amount).eq(total), path).toBe(true);
    }),
    { numRuns: propertyRuns(100) },
  );
});
