import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { costRequests } from '../../../test/cost-requests.js';
import { type Charge, importCharges } from '../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../test/harness.js';
import {
  assignRules,
  type ManagedAccount,
  newManagedAccount,
  rebill,
  type TestRule,
} from '../../../test/managed-accounts.js';
import { Decimal } from '../../platform/lib/decimal.js';
import { propertyRuns } from '../../../test/property-runs.js';

// Today is 2026-03-10.
let parent: Account;
let child: ManagedAccount;
const february = { start_date: '2026-02-01', end_date: '2026-02-28' };
const all = {
  ...february,
  date_bin: 'month',
  'settings[include_credits]': true,
  'settings[include_refunds]': true,
};
const ofParent = costRequests(() => parent);
const ofChild = costRequests(() => child);

const charges: Charge[] = [
  { day: '2026-01-31', cost: '3', service: 'EC2' },
  { day: '2026-02-01', cost: '100.000000000000000001', effective: '60', service: 'EC2' },
  { day: '2026-02-10', cost: '0.333333333333333333', service: 'S3', account: 'a-1' },
  { day: '2026-02-10', cost: '-4.4', category: 'Credit', service: 'EC2' },
  { day: '2026-02-28', cost: '0.07', category: 'Tax', service: 'Tax', provider: 'Google Cloud' },
];

beforeAll(async () => {
  parent = await newAccount();
  child = await newManagedAccount(parent, [await importCharges(parent, charges)]);
});

const preview = (body: object = {}) =>
  parent.as.post('/v2/billing_rules/preview', {
    managed_account_token: child.account.token,
    ...february,
    ...body,
  });

const service = fc.constantFrom('EC2', 'S3', 'Tax', 'Desk');
const days = fc.record(
  { start_date: fc.constantFrom('2026-02-01', '2026-02-10'), end_date: fc.constant('2026-02-10') },
  { requiredKeys: [] },
);
const custom = (sql_query: string): TestRule => ({ type: 'custom', sql_query });
const transforms: fc.Arbitrary<TestRule> = fc.oneof(
  fc.record({
    type: fc.constant('exclusion' as const),
    charge_type: fc.constantFrom('Tax', 'Credit'),
  }),
  fc
    .tuple(service, fc.integer({ min: 0, max: 30_000 }), days)
    .map(([name, hundredths, window]) => ({
      type: 'adjustment' as const,
      service: name,
      percentage: new Decimal(hundredths).div(100).toFixed(),
      ...window,
    })),
  fc.constantFrom(
    custom("UPDATE costs SET amount = costs.amount * 1.0725 + 1 WHERE costs.service = 'S3'"),
    custom("UPDATE costs SET date = '2026-02-14' WHERE costs.accrued_at < '2026-02-01'"),
    custom("UPDATE costs SET amount = costs.amount / 3 WHERE costs.cost_type != 'Tax'"),
    custom('DELETE FROM costs WHERE costs.amount < 0'),
  ),
);
const added = { category: 'C', sub_category: 'B' };
const rules = fc
  .record({
    inserts: fc.array(
      fc.constant(
        custom("INSERT INTO costs (provider, service, amount) VALUES ('aws', 'Desk', 8.15)"),
      ),
      { maxLength: 1 },
    ),
    transforms: fc.array(transforms, { maxLength: 6 }),
    monthly: fc.array(
      fc.record({
        type: fc.constantFrom('charge' as const, 'credit' as const),
        service,
        amount: fc.constantFrom('0.01', '250'),
        start_date: fc.constantFrom('2025-12-31', '2026-02-02'),
        category: fc.constant(added.category),
        sub_category: fc.constant(added.sub_category),
      }),
      { maxLength: 2 },
    ),
  })
  .map(({ inserts, transforms: changes, monthly }) => [...inserts, ...changes, ...monthly]);

test('costs of the parent and the changes of all rules are the costs of the managed account', async () => {
  const parentTotal = await ofParent.total({ ...all, 'settings[amortize]': false });
  await fc.assert(
    fc.asyncProperty(rules, async (list) => {
      const tokens = await assignRules(child, list);
      await rebill(child);
      const { status, body } = await preview();
      expect(status).toBe(200);
      const [found] = body.months;
      expect(body.months).toHaveLength(1);
      expect(found.before.billed).toBe(parentTotal);
      expect(
        found.steps.map((step: { billing_rule_token: string }) => step.billing_rule_token),
      ).toEqual(tokens);
      const changes = found.steps.map((step: { change: { billed: string } }) => step.change.billed);
      const sum = changes.reduce(
        (total: Decimal, change: string) => total.plus(change),
        new Decimal(parentTotal),
      );
      expect(new Decimal(found.after.billed).equals(sum)).toBe(true);
      expect(await ofChild.total({ ...all, 'settings[amortize]': false })).toBe(found.after.billed);
      expect(await ofChild.total({ ...all, 'settings[amortize]': true })).toBe(
        found.after.effective,
      );
      expect(await ofParent.total({ ...all, 'settings[amortize]': false })).toBe(parentTotal);
    }),
    { numRuns: propertyRuns(5), seed: 15 },
  );
});

test.each(['{a:b}', '{p0:String}', "it's \\ {p0:String} '"])(
  'a rule for the service %s is text, whatever it looks like',
  async (name) => {
    await assignRules(child, [
      { type: 'adjustment', service: name, percentage: '50' },
      custom(
        `UPDATE costs SET amount = costs.amount / 0 WHERE costs.service = '${name.replaceAll("'", "''")}'`,
      ),
    ]);
    const { status, body } = await preview();
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.months[0].after).toEqual(body.months[0].before);
    await rebill(child);
    expect(await ofChild.total({ ...all, 'settings[amortize]': false })).toBe(
      body.months[0].before.billed,
    );
  },
);

test('rules that are not assigned are previewed in the order given', async () => {
  const other = await newManagedAccount(parent);
  const [half, fee] = await assignRules(other, [
    { type: 'adjustment', percentage: '50' },
    { type: 'charge', service: 'MSP', ...added, amount: '20', start_date: '2026-02-01' },
  ]);
  await assignRules(child, []);
  const { body } = await preview({ billing_rule_tokens: [half, fee] });
  expect(body).toMatchObject({
    managed_account_token: child.account.token,
    start_date: '2026-02-01',
    end_date: '2026-02-28',
    months: [
      {
        month: '2026-02-01',
        currency: 'USD',
        before: { billed: '96.003333333333333334', effective: '56.003333333333333333' },
        steps: [
          { billing_rule_token: half, title: 'Rule 1', type: 'adjustment' },
          { billing_rule_token: fee, change: { billed: '20.0', effective: '20.0' } },
        ],
      },
    ],
    warnings: [],
  });
  const refused = await preview({ billing_rule_tokens: [fee, half] });
  expect(refused.status).toBe(400);
  expect(refused.body.errors[0]).toMatch(/^billing_rule_tokens must be ordered/);
  expect((await preview({ billing_rule_tokens: ['bllng_rule_x'] })).status).toBe(400);
});

test('an order that is not saved is previewed, and stays unsaved', async () => {
  const [raise, half] = await assignRules(child, [
    custom("UPDATE costs SET amount = costs.amount + 10 WHERE costs.service = 'Tax'"),
    { type: 'adjustment', service: 'Tax', percentage: '50' },
  ]);
  const changesOf = async (body: object) => {
    const { status, body: found } = await preview(body);
    expect(status, JSON.stringify(found)).toBe(200);
    return found.months[0].steps.map((step: { change: { billed: string } }) => step.change.billed);
  };
  expect(await changesOf({})).toEqual(['10.0', '-5.035']);
  expect(await changesOf({ billing_rule_tokens: [half, raise] })).toEqual(['-0.035', '10.0']);
  expect(await changesOf({ billing_rule_tokens: [] })).toEqual([]);
  expect(await changesOf({})).toEqual(['10.0', '-5.035']);
});

test('a month without costs is left out', async () => {
  const { body } = await preview({ start_date: '2025-06-01', end_date: '2025-06-30' });
  expect(body).toMatchObject({ start_date: '2025-06-01', months: [], warnings: [] });
});

test('only owners of the management account can preview', async () => {
  const stranger = await newAccount();
  const body = { managed_account_token: child.account.token };
  expect((await stranger.as.post('/v2/billing_rules/preview', body)).status).toBe(404);
  const editor = await parent.newUser('editor');
  expect((await editor.as.post('/v2/billing_rules/preview', body)).status).toBe(403);
});
