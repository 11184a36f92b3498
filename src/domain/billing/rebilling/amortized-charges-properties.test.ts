import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { awsBill, charge } from '../../../../test/aws-bill.js';
import { costsCsv, importCsv } from '../../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../../test/harness.js';
import {
  assignRules,
  type ManagedAccount,
  newManagedAccount,
  rebill,
  type TestRule,
} from '../../../../test/managed-accounts.js';
import { propertyRuns } from '../../../../test/property-runs.js';
import { readStoredCosts } from '../../../../test/stored-costs.js';
import { addDays } from '../../../platform/lib/days.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { providerFormats } from '../../intake/ingest/formats/index.js';

/** Charges of any number of days, with the same cost in both views. */
const charges = fc.sample(
  fc.record({
    cost: fc
      .bigInt({ min: -(10n ** 22n), max: 10n ** 22n })
      .map((units) => new Decimal(units.toString()).times('1e-18').toFixed()),
    firstDay: fc.integer({ min: 0, max: 400 }).map((days) => addDays('2024-11-15', days)),
    days: fc.oneof(
      fc.constant(1),
      fc.integer({ min: 2, max: 40 }),
      fc.integer({ min: 41, max: 400 }),
    ),
  }),
  { numRuns: 12, seed: 310 },
);

let parent: Account;
let child: ManagedAccount;
beforeAll(async () => {
  parent = await newAccount();
  const uploaded = costsCsv(
    charges.map(({ cost, firstDay, days }, index) => ({
      ChargePeriodStart: firstDay,
      ChargePeriodEnd: addDays(firstDay, days - 1),
      BilledCost: cost,
      ServiceName: index % 2 === 0 ? 'Desk' : 'Chair',
      ChargeCategory: 'Usage',
      BillingCurrency: 'USD',
    })),
  );
  const billed = awsBill(
    charges.map(({ cost, firstDay, days }) => ({
      ...charge('Fee', `${firstDay}T00:00:00Z`, `${addDays(firstDay, days)}T00:00:00Z`, cost),
      // One load.
      'bill/BillingPeriodStartDate': '2026-01-01T00:00:00Z',
    })),
  );
  child = await newManagedAccount(parent, [
    await importCsv(parent, uploaded),
    await importCsv(parent, billed, { formats: providerFormats, provider: 'aws' }),
  ]);
});

const custom = (sql_query: string): TestRule => ({ type: 'custom', sql_query });
const amount = fc.integer({ min: -500_000, max: 500_000 }).map((cents) => (cents / 100).toFixed(2));
const factor = fc.integer({ min: 0, max: 3000 }).map((thousandths) => String(thousandths / 1000));
const date = fc.integer({ min: 0, max: 500 }).map((days) => addDays('2024-11-01', days));
const onAws = fc.oneof(
  amount.map((cost) => custom(`UPDATE aws SET lineItem/UnblendedCost = ${cost}`)),
  fc
    .tuple(factor, amount)
    .map(([by, limit]) =>
      custom(
        `UPDATE aws SET lineItem/UnblendedCost = aws.lineItem/UnblendedCost * ${by} WHERE aws.lineItem/UnblendedCost > ${limit}`,
      ),
    ),
  amount.map((limit) => custom(`DELETE FROM aws WHERE aws.lineItem/UnblendedCost < ${limit}`)),
  fc
    .constantFrom('Usage', 'Fee', 'Tax')
    .map((type) => custom(`UPDATE aws SET lineItem/LineItemType = '${type}'`)),
);
const onCosts = fc.oneof(
  amount.map((cost) => custom(`UPDATE costs SET amount = ${cost} WHERE costs.service = 'Desk'`)),
  fc
    .tuple(factor, amount)
    .map(([by, plus]) =>
      custom(
        `UPDATE costs SET amount = costs.amount * ${by} + ${plus} WHERE costs.amount > ${plus}`,
      ),
    ),
  amount.map((limit) => custom(`DELETE FROM costs WHERE costs.amount < ${limit}`)),
  date.map((to) => custom(`UPDATE costs SET date = '${to}' WHERE costs.accrued_at < '2025-06-01'`)),
  fc
    .constantFrom('Fee', 'Tax', 'Usage')
    .map((type) => custom(`UPDATE costs SET cost_type = '${type}' WHERE costs.service = 'Chair'`)),
  fc.integer({ min: 0, max: 200 }).map((percentage): TestRule => ({
    type: 'adjustment',
    service: 'Desk',
    percentage: String(percentage),
  })),
);
const windowed = (rules: fc.Arbitrary<TestRule>) =>
  fc
    .tuple(rules, fc.record({ start_date: date, end_date: date }, { requiredKeys: [] }))
    .map(([rule, window]) => ({ ...rule, ...window }));
const sequence = fc
  .tuple(
    fc.array(windowed(onAws), { maxLength: 2 }),
    fc.array(windowed(onCosts), { minLength: 1, maxLength: 3 }),
  )
  .map((groups) => groups.flat());

test('rules leave the same total in both views, of every charge and as previewed by month', async () => {
  await fc.assert(
    fc.asyncProperty(sequence, async (rules) => {
      await assignRules(child, rules);
      await rebill(child);
      const byCharge = await readStoredCosts(child, "concat(source_format, ' ', source_row)");
      for (const { billed, effective } of Object.values(byCharge)) expect(effective).toBe(billed);
      const { status, body } = await parent.as.post('/v2/billing_rules/preview', {
        managed_account_token: child.account.token,
        start_date: '2024-01-01',
        end_date: '2026-03-31',
      });
      expect(status, JSON.stringify(body)).toBe(200);
      expect(previewedMonths(body.months)).toEqual(
        withoutZeros(await readStoredCosts(child, 'toStartOfMonth(usage_date)')),
      );
    }),
    { numRuns: propertyRuns(8), seed: 62 },
  );
});

type Costs = Record<string, { billed: string; effective: string }>;

const withoutZeros = (costs: Costs): Costs =>
  Object.fromEntries(
    Object.entries(costs).filter(
      ([month, { billed, effective }]) =>
        month <= '2026-03-01' && !(billed === '0' && effective === '0'),
    ),
  );

function previewedMonths(
  months: { month: string; after: { billed: string; effective: string } }[],
): Costs {
  const plain = (text: string) => new Decimal(text).toFixed();
  return withoutZeros(
    Object.fromEntries(
      months.map(({ month, after }) => [
        month,
        { billed: plain(after.billed), effective: plain(after.effective) },
      ]),
    ),
  );
}
