import { beforeAll, describe, expect, test } from 'vitest';
import { awsBill, charge } from '../../../../test/aws-bill.js';
import { costsCsv, importCsv } from '../../../../test/cost-fixtures.js';
import { costRequests } from '../../../../test/cost-requests.js';
import { newAccount } from '../../../../test/harness.js';
import {
  assignRules,
  type ManagedAccount,
  newManagedAccount,
  rebill,
  type TestRule,
} from '../../../../test/managed-accounts.js';
import { readStoredCosts } from '../../../../test/stored-costs.js';
import { providerFormats } from '../../intake/ingest/formats/index.js';

let child: ManagedAccount;
const ofChild = costRequests(() => child);
const january = { start_date: '2026-01-01', end_date: '2026-01-31', date_bin: 'month' };

/** Totals of January after a rule, in the cash and the amortized view. */
async function totalsAfter(...rules: TestRule[]): Promise<[string, string]> {
  await assignRules(child, rules);
  await rebill(child);
  return [
    await ofChild.total({ ...january, 'settings[amortize]': false }),
    await ofChild.total(january),
  ];
}
const custom = (sql_query: string, more: Partial<TestRule> = {}): TestRule => ({
  type: 'custom',
  sql_query,
  ...more,
});

describe('a charge of ten days', () => {
  beforeAll(async () => {
    const parent = await newAccount();
    const csv = costsCsv([
      {
        ChargePeriodStart: '2026-01-05',
        ChargePeriodEnd: '2026-01-14T23:59:59Z',
        BilledCost: '100',
        ServiceName: 'Desk',
        ChargeCategory: 'Usage',
        BillingCurrency: 'USD',
      },
    ]);
    child = await newManagedAccount(parent, [await importCsv(parent, csv)]);
  });

  test.each([
    ['UPDATE costs SET amount = 40', ['40.0', '40.0']],
    ['UPDATE costs SET amount = costs.amount + 5', ['105.0', '105.0']],
    ['DELETE FROM costs WHERE costs.amount < 50', ['100.0', '100.0']],
    ['DELETE FROM costs WHERE costs.amount > 50', ['0.0', '0.0']],
    ["UPDATE costs SET amount = 7, date = '2026-01-20'", ['7.0', '7.0']],
  ])('%s', async (statement, totals) => {
    expect(await totalsAfter(custom(statement))).toEqual(totals);
  });

  test('is amortized over its days after the rule', async () => {
    await totalsAfter(custom('UPDATE costs SET amount = 40'));
    expect(await readStoredCosts(child, 'usage_date')).toEqual(
      Object.fromEntries(
        Array.from({ length: 10 }, (_, index) => {
          const day = `2026-01-${String(index + 5).padStart(2, '0')}`;
          return [day, { billed: index === 0 ? '40' : '0', effective: '4' }];
        }),
      ),
    );
  });

  test('moves with all its days', async () => {
    await totalsAfter(custom("UPDATE costs SET date = '2026-01-20'"));
    const days = Object.keys(await readStoredCosts(child, 'usage_date'));
    expect([days[0], days.at(-1)]).toEqual(['2026-01-20', '2026-01-29']);
  });
});

describe('a fee of 310 for January', () => {
  beforeAll(async () => {
    const parent = await newAccount();
    const csv = awsBill([charge('Fee', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z', '310')]);
    const options = { formats: providerFormats, provider: 'aws' };
    child = await newManagedAccount(parent, [await importCsv(parent, csv, options)]);
  });

  const double = 'UPDATE aws SET lineItem/UnblendedCost = aws.lineItem/UnblendedCost * 2';
  test.each<[TestRule, string]>([
    [custom('UPDATE aws SET lineItem/UnblendedCost = 62'), '62.0'],
    [custom(`${double} WHERE aws.lineItem/UnblendedCost > 300`), '620.0'],
    [custom('DELETE FROM aws WHERE aws.lineItem/UnblendedCost < 50'), '310.0'],
    [custom(double, { start_date: '2026-01-01', end_date: '2026-01-01' }), '620.0'],
    [custom(double, { start_date: '2026-01-02' }), '310.0'],
    [custom('UPDATE aws SET lineItem/UnblendedCost = aws.lineItem/UnblendedCost * 0.5'), '155.0'],
    [custom('UPDATE costs SET amount = costs.amount * 0.5'), '155.0'],
    [{ type: 'adjustment', percentage: '50' }, '155.0'],
    [{ type: 'adjustment', percentage: '50', start_date: '2026-01-02' }, '310.0'],
    [{ type: 'exclusion', charge_type: 'Fee', start_date: '2026-01-02' }, '310.0'],
  ])('%o', async (rule, total) => {
    expect(await totalsAfter(rule)).toEqual([total, total]);
  });

  test('keeps the amortized type of its days', async () => {
    await totalsAfter(custom(double));
    const byType = "concat(line_kind, ' ', ifNull(amortized_charge_type, ''))";
    expect(await readStoredCosts(child, byType)).toEqual({
      'amortization AmortizedFee': { billed: '0', effective: '620' },
      'charge ': { billed: '620', effective: '0' },
    });
  });

  test('that becomes usage is not amortized any more', async () => {
    await totalsAfter(custom("UPDATE aws SET lineItem/LineItemType = 'Usage'"));
    expect(await readStoredCosts(child, "concat(charge_type, ' ', toString(usage_date))")).toEqual({
      'Usage 2026-01-01': { billed: '310', effective: '310' },
    });
  });
});
