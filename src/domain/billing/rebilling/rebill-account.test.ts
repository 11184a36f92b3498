import { beforeAll, describe, expect, test } from 'vitest';
import { awsBill, charge, type AwsRow } from '../../../../test/aws-bill.js';
import { readBilledCosts } from '../../../../test/billed-costs.js';
import { importCharges, importCsv } from '../../../../test/cost-fixtures.js';
import { costRequests } from '../../../../test/cost-requests.js';
import { setTime } from '../../../../test/clock.js';
import { type Account, newAccount } from '../../../../test/harness.js';
import {
  assignRules,
  type ManagedAccount,
  newManagedAccount,
  rebill,
  type TestRule,
} from '../../../../test/managed-accounts.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { sql } from '../../../platform/store/sql.js';
import { readScope } from '../../costs/query/cost-scope.js';
import { providerFormats } from '../../intake/ingest/formats/index.js';
import { syncResources } from '../../optimise/resources/sync-resources.js';

// Today is 2026-03-10.
let parent: Account;
let child: ManagedAccount;
const month = { start_date: '2026-01-01', end_date: '2026-01-31', date_bin: 'month' };
const ofParent = costRequests(() => parent);
const ofChild = costRequests(() => child);

const day = (type: string, cost: string, more: AwsRow = {}): AwsRow => ({
  ...charge(type, '2026-01-10T00:00:00Z', '2026-01-11T00:00:00Z', cost),
  ...more,
});

const workedRows: AwsRow[] = [
  day('Usage', '1000.00', { 'lineItem/UsageType': 'BoxUsage:m5.large' }),
  day('Usage', '400.00', {
    'lineItem/ProductCode': 'AmazonCloudFront',
    'lineItem/UsageType': 'DataTransfer-Out-Bytes',
  }),
  day('Fee', '100.00', { 'lineItem/ProductCode': 'AWSSupportBusiness' }),
  day('RIFee', '200.00', { 'reservation/UnusedRecurringFee': '200.00' }),
  day('SppDiscount', '-50.00', { 'lineItem/ProductCode': 'AWSDataTransfer' }),
];

const january = { start_date: '2026-01-01', end_date: '2026-01-31' };
const [a, i, x, j4, j5, fee, credit]: TestRule[] = [
  {
    type: 'custom',
    sql_query:
      "UPDATE aws SET aws.lineItem/UnblendedCost = aws.lineItem/UnblendedCost * 1.02 WHERE aws.lineItem/ProductCode = 'AmazonEC2'",
  },
  {
    type: 'custom',
    ...january,
    sql_query: "INSERT INTO costs (provider, service, amount) VALUES ('aws', 'Platform Fee', 110)",
  },
  { type: 'exclusion', charge_type: 'RIFee' },
  {
    type: 'adjustment',
    service: 'Amazon CloudFront',
    category: 'Data Transfer',
    percentage: '75',
  },
  { type: 'adjustment', percentage: '90' },
  {
    type: 'charge',
    service: 'MSP Fee',
    category: 'Fees',
    sub_category: 'MSP',
    amount: '500',
    ...january,
  },
  {
    type: 'credit',
    service: 'MSP Fee',
    category: 'Fees',
    sub_category: 'MSP',
    amount: '300',
    ...january,
  },
] as TestRule[];

const everyGroup = {
  ...month,
  'settings[include_credits]': true,
  'settings[include_refunds]': true,
};

const importAws = (account: Account, rows: readonly AwsRow[], integration?: string) =>
  importCsv(account, awsBill(rows), {
    formats: providerFormats,
    provider: 'aws',
    ...(integration ? { integration } : {}),
  });

describe('the worked example', () => {
  beforeAll(async () => {
    parent = await newAccount();
    child = await newManagedAccount(parent, [await importAws(parent, workedRows)]);
  });

  test('without rules, the delegated costs themselves are read', async () => {
    expect(await rebill(child)).toEqual({ rebilled: 0, removed: 0 });
    expect(await ofChild.total(everyGroup)).toBe('1650.0');
  });

  test.each([
    ['as written', [a, i, x, j4, j5, fee, credit]],
    ['with 4 and 5 swapped', [a, i, x, j5, j4, fee, credit]],
    ['with 3 and 5 swapped', [a, i, j5, j4, x, fee, credit]],
  ])('%s gives 1532.00, and the parent still has 1650.00', async (_, rules) => {
    await assignRules(child, rules as TestRule[]);
    await rebill(child);
    expect(await ofChild.total(everyGroup)).toBe('1532.0');
    expect(await ofChild.total({ ...everyGroup, 'settings[amortize]': false })).toBe('1532.0');
    expect(await ofParent.total(everyGroup)).toBe('1650.0');
    const costs = await readBilledCosts(
      child,
      child.workspace.token,
      "concat(service, ' ', charge_type)",
    );
    expect(
      Object.fromEntries(Object.entries(costs).map(([key, value]) => [key, Number(value)])),
    ).toEqual({
      'Amazon CloudFront Usage': 270,
      'AWS Data Transfer SppDiscount': -45,
      'Amazon Elastic Compute Cloud - Compute Usage': 918,
      'AWS Support (Business) Fee': 90,
      'MSP Fee Credit': -300,
      'MSP Fee Fee': 500,
      'Platform Fee Usage': 99,
    });
  });

  test('running it again changes nothing', async () => {
    const before = await readScope(child.app.services.db, [child.workspace.token]);
    expect(await rebill(child)).toEqual({ rebilled: 0, removed: 0 });
    const after = await readScope(child.app.services.db, [child.workspace.token]);
    expect(after.loadIds).toEqual(before.loadIds);
  });

  test('each line has its origin and the rules that changed it', async () => {
    const tokens = await assignRules(child, [a!, i!, x!, j4!, j5!, fee!]);
    await rebill(child);
    const { db, costs } = child.app.services;
    const { loadIds } = await readScope(db, [child.workspace.token]);
    const rows = await selectRows<{ service: string; file: string; rules: string }>(
      costs.client,
      sql`SELECT DISTINCT service, source_file AS file, attributes['billing_rules'] AS rules FROM lines
       WHERE load_id IN (${sql.numbers(loadIds)}) AND charge_type != 'SppDiscount' ORDER BY service`,
    );
    const bill = rows[0]!.file;
    expect(bill).toMatch(/\.csv$/);
    expect(rows).toEqual([
      { service: 'AWS Support (Business)', file: bill, rules: '5' },
      { service: 'Amazon CloudFront', file: bill, rules: '4 5' },
      { service: 'Amazon Elastic Compute Cloud - Compute', file: bill, rules: '1 5' },
      { service: 'MSP Fee', file: tokens[5], rules: '6' },
      { service: 'Platform Fee', file: tokens[1], rules: '2 5' },
    ]);
    const loads = await db
      .selectFrom('loads')
      .select('billing_rule_tokens')
      .where('managed_account_token', '=', child.account.token)
      .where('status', '=', 'active')
      .execute();
    expect(loads.map((load) => load.billing_rule_tokens)).toEqual([tokens, tokens]);
  });
});

/** Billed costs of the lines of the child. */
const billed = (by: string) => readBilledCosts(child, child.workspace.token, by);
const plain = (costs: Record<string, string>) =>
  Object.fromEntries(Object.entries(costs).map(([key, cost]) => [key, Number(cost)]));

describe('rules on costs', () => {
  const charges = (['2026-01-30', '2026-02-10', '2026-03-01'] as const).map((date) => ({
    day: date,
    cost: '10.000000000000000001',
    service: 'Compute',
    account: 'a-1',
  }));
  let integration: string;
  beforeAll(async () => {
    parent = await newAccount();
    integration = await importCharges(parent, charges);
    child = await newManagedAccount(parent, [integration]);
  });
  const apply = async (...rules: TestRule[]) => {
    const tokens = await assignRules(child, rules);
    await rebill(child);
    return tokens;
  };

  test('only touch days of their window, both ends included', async () => {
    await apply(
      {
        type: 'adjustment',
        percentage: '50',
        start_date: '2026-02-10',
        end_date: '2026-02-10T23:00:00Z',
      },
      { type: 'custom', start_date: '2026-03-01', sql_query: 'UPDATE costs SET amount = 1' },
    );
    expect(await billed('usage_date')).toEqual({
      '2026-01-30': '10.000000000000000001',
      // Half of it ends in 5 at the 19th place, and is rounded to the even digit.
      '2026-02-10': '5',
      '2026-03-01': '1',
    });
  });

  test('amounts are not rounded between rules', async () => {
    await apply(
      { type: 'adjustment', percentage: '1.5' },
      { type: 'adjustment', percentage: '12.5' },
      ...Array.from({ length: 18 }, (): TestRule => ({ type: 'adjustment', percentage: '99.99' })),
      { type: 'adjustment', service: 'Compute', percentage: '160000' },
    );
    const costs = await billed('usage_date');
    const exact = new Decimal('10.000000000000000001')
      .times('0.015')
      .times('0.125')
      .times(new Decimal('0.9999').pow(18))
      .times(1600);
    expect(costs['2026-01-30']).toBe(exact.toDecimalPlaces(18).toFixed());
    expect(new Set(Object.values(costs)).size).toBe(1);
  });

  test('a rule sees lines as the rules before it left them', async () => {
    await apply(
      { type: 'adjustment', percentage: '50' },
      {
        type: 'custom',
        sql_query: "DELETE FROM costs WHERE costs.amount < 6 AND costs.accrued_at = '2026-01-30'",
      },
      {
        type: 'custom',
        sql_query: "UPDATE costs SET service = 'Storage' WHERE costs.accrued_at = '2026-02-10'",
      },
      { type: 'adjustment', service: 'Storage', percentage: '10' },
    );
    expect(await billed('service')).toEqual({ Storage: '0.5', Compute: '5' });
  });

  test('charges and credits have a row per month that has begun, on the first day of the rule and then of each month', async () => {
    const monthly = { service: 'Compute', category: 'MSP', sub_category: 'Support' };
    await apply(
      {
        type: 'charge',
        ...monthly,
        amount: '20',
        start_date: '2026-01-15',
        end_date: '2026-05-31',
      },
      { type: 'credit', ...monthly, amount: '5', start_date: '2025-12-20', end_date: '2026-01-02' },
    );
    expect(
      await billed(
        "if(source_format = 'billing_rule', concat(charge_type, ' ', charge_group, ' ', toString(usage_date), ' ', provider), '')",
      ),
    ).toEqual({
      '': '30.000000000000000003',
      'Credit credit 2025-12-20 aws': '-5',
      'Credit credit 2026-01-01 aws': '-5',
      'Fee fee 2026-01-15 aws': '20',
      'Fee fee 2026-02-01 aws': '20',
      'Fee fee 2026-03-01 aws': '20',
    });
    const scope = await readScope(child.app.services.db, [child.workspace.token]);
    expect(scope.completeThrough).toBe('2026-03-01');
    setTime('2026-04-02T09:00:00Z');
    try {
      expect(await rebill(child)).toEqual({ rebilled: 1, removed: 0 });
      expect(await billed("if(charge_type = 'Fee', toString(usage_date), '')")).toHaveProperty(
        '2026-04-01',
        '20',
      );
    } finally {
      setTime('2026-03-10T09:00:00Z');
    }
  });

  test('inserted rows have their date or one per month since the first costs, and are re-rated', async () => {
    await apply(
      {
        type: 'custom',
        sql_query:
          "INSERT INTO costs (provider, service, amount, cost_type) VALUES ('aws', 'Desk', 8, 'Tax')",
      },
      {
        type: 'custom',
        end_date: '2026-02-28',
        sql_query:
          "INSERT INTO costs (provider, service, amount, date) VALUES ('gcp', 'Once', 6, '2026-02-03'), ('gcp', 'Once', 6, '2026-03-03')",
      },
      {
        type: 'custom',
        sql_query:
          "UPDATE costs SET amount = costs.amount / 2, service = 'Half' WHERE costs.service IN ('Once', 'Desk')",
      },
    );
    expect(
      plain(
        await billed(
          "concat(service, ' ', provider, ' ', charge_group, ' ', if(service = 'Compute', '', toString(usage_date)))",
        ),
      ),
    ).toEqual({
      'Compute aws usage ': 30,
      'Half aws tax 2026-01-01': 4,
      'Half aws tax 2026-02-01': 4,
      'Half aws tax 2026-03-01': 4,
      'Half gcp usage 2026-02-03': 3,
    });
  });

  test('a division by zero leaves the row as it is, with a warning', async () => {
    const [token] = await apply({
      type: 'custom',
      sql_query:
        "UPDATE costs SET amount = costs.amount / (costs.amount - 10.000000000000000001), region = 'moved' WHERE costs.account_id = 'a-1'",
    });
    expect(await billed("concat(service, ifNull(region, ''))")).toEqual({
      Compute: '30.000000000000000003',
    });
    const load = await child.app.services.db
      .selectFrom('loads')
      .select('warnings')
      .where('managed_account_token', '=', child.account.token)
      .where('status', '=', 'active')
      .executeTakeFirstOrThrow();
    expect(load.warnings).toMatchObject([
      { code: 'division_by_zero', count: 1, example: expect.stringContaining(token!) },
    ]);
  });

  test('loads of rules are no imports of anyone, and go with delegation and rules', async () => {
    await apply(
      { type: 'adjustment', percentage: '50' },
      {
        type: 'charge',
        service: 'S',
        category: 'C',
        sub_category: 'B',
        amount: '1',
        start_date: '2026-03-01',
      },
    );
    expect((await billed("''"))['']).toBe('16');
    const { db } = child.app.services;
    const { body: reconciled } = await parent.as.get('/v2/reconciliation');
    expect(JSON.stringify(reconciled)).toContain('"lines":1');
    expect(JSON.stringify(reconciled)).not.toContain('"lines":2');
    expect(JSON.stringify((await child.as.get('/v2/reconciliation')).body)).not.toContain(
      '"lines"',
    );
    expect(await readBilledCosts(parent, parent.workspace.token)).toEqual({
      '': '30.000000000000000003',
    });
    await assignRules(child, []);
    expect((await billed("''"))['']).toBe('16');
    expect(await rebill(child)).toEqual({ rebilled: 0, removed: 4 });
    expect((await billed("''"))['']).toBe('30.000000000000000003');
    await apply({ type: 'adjustment', percentage: '50' });
    await db
      .deleteFrom('integration_workspaces')
      .where('integration_token', '=', integration)
      .where('workspace_token', '=', child.workspace.token)
      .execute();
    expect(await billed("''")).toEqual({});
    expect(await rebill(child)).toEqual({ rebilled: 0, removed: 3 });
  });
});

test('costs of resources are those after the rules', async () => {
  parent = await newAccount();
  const integration = await importCharges(parent, [
    { day: '2026-03-01', cost: '10', resource: 'i-1', resourceName: 'web' },
  ]);
  child = await newManagedAccount(parent, [integration]);
  const owner = { token: integration, account_token: parent.account.token };
  await syncResources(parent.app.services, owner, parent.app.clock());
  await assignRules(child, [{ type: 'adjustment', percentage: '25' }]);
  const costsOf = async ({ as, workspace }: Account) => {
    const path = `/v2/resources?include_cost=true&include_daily_costs=true&workspace_token=${workspace.token}`;
    const { body } = await as.get(path);
    return body.resources.map(
      (resource: { costs: { amount: number }[]; daily_costs: string[] }) => [
        resource.costs.map(({ amount }) => amount),
        resource.daily_costs.filter((cost) => cost !== '0.0'),
      ],
    );
  };
  expect(await costsOf(child)).toEqual([[[10], ['10.0']]]);
  await rebill(child);
  expect(await costsOf(child)).toEqual([[[2.5], ['2.5']]]);
  expect(await costsOf(parent)).toEqual([[[10], ['10.0']]]);
});

describe('rules on rows of AWS', () => {
  const arn = 'arn:aws:savingsplans::100000000009:savingsplan/p';
  beforeAll(async () => {
    parent = await newAccount();
    const rows = [
      day('Usage', '173.14'),
      day('SavingsPlanCoveredUsage', '215.47', {
        'savingsPlan/SavingsPlanARN': arn,
        'savingsPlan/SavingsPlanEffectiveCost': '100',
        'pricing/publicOnDemandCost': '300',
        'product/operatingSystem': 'Linux',
      }),
      day('Tax', '9'),
    ];
    const other = await importCharges(parent, [{ day: '2026-01-10', cost: '7', service: 'FOCUS' }]);
    child = await newManagedAccount(parent, [await importAws(parent, rows), other]);
  });
  const apply = async (sql_query: string) => {
    await assignRules(child, [{ type: 'custom', sql_query }]);
    await rebill(child);
    return plain(
      await billed(
        "concat(charge_type, ' ', ifNull(amortized_charge_type, ''), ' ', commitment_type)",
      ),
    );
  };

  test('plan-covered usage becomes usage: 173.14 and 215.47 are 388.61', async () => {
    const costs = await apply(
      "UPDATE aws SET aws.lineItem/LineItemType = 'Usage' WHERE aws.lineItem/LineItemType IN ('SavingsPlanCoveredUsage') AND aws.reservation/ReservationARN || aws.savingsPlan/SavingsPlanARN NOT LIKE '%100000000002%'",
    );
    expect(costs).toEqual({ 'Usage  on_demand': 395.61, 'Tax  tax': 9 });
    expect(await ofChild.total({ ...month, 'settings[amortize]': true })).toBe('404.61');
  });

  test('costs become public prices where there is one', async () => {
    const costs = await apply(
      'UPDATE aws SET lineItem/UnblendedCost = aws.pricing/publicOnDemandCost, lineItem/UnblendedRate = aws.pricing/publicOnDemandRate',
    );
    expect(costs).toEqual({
      'SavingsPlanCoveredUsage AllocatedAmortizedFee savings_plan': 300,
      'Tax  tax': 9,
      'Usage  on_demand': 180.14,
    });
  });

  test('rows are removed by columns that are stored; other columns are refused with a warning', async () => {
    expect(
      await apply(
        "DELETE FROM aws WHERE aws.product/operatingSystem = 'Linux' OR aws.lineItem/UsageAccountId = '5'",
      ),
    ).toEqual({ 'Usage  on_demand': 180.14, 'Tax  tax': 9 });
    expect(await apply('DELETE FROM aws WHERE aws.product/unknownColumn IS NULL')).toMatchObject({
      'Tax  tax': 9,
      'Usage  on_demand': 180.14,
    });
    const { body } = await parent.as.post('/v2/billing_rules/preview', {
      managed_account_token: child.account.token,
      start_date: '2026-01-01',
    });
    expect(body.warnings).toMatchObject([
      {
        code: 'not_applicable',
        message:
          'The rule is not applied: aws.product/unknownColumn is not stored with costs, so rules cannot use it',
      },
    ]);
  });
});
