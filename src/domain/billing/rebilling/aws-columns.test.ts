import { beforeAll, describe, expect, test } from 'vitest';
import { awsBill, type AwsRow, charge } from '../../../../test/aws-bill.js';
import { importCsv } from '../../../../test/cost-fixtures.js';
import { newAccount } from '../../../../test/harness.js';
import {
  assignRules,
  type ManagedAccount,
  newManagedAccount,
  rebill,
} from '../../../../test/managed-accounts.js';
import { readStoredCosts } from '../../../../test/stored-costs.js';
import { awsColumns } from '../billing-rules/sql/aws-columns.js';
import { providerFormats } from '../../intake/ingest/formats/index.js';
import { readAwsColumn } from './aws-columns.js';

const named: AwsRow = {
  'bill/BillType': 'Anniversary',
  'lineItem/UnblendedRate': '0.096',
  'lineItem/BlendedRate': '0.095',
  'lineItem/BlendedCost': '2.28',
  'product/vcpu': '2',
  'product/servicecode': 'AmazonEC2',
  'product/marketoption': 'OnDemand',
  'pricing/term': 'OnDemand',
  'pricing/RateId': '4711',
  'pricing/RateCode': 'SKU.TERM.RATE',
  'pricing/OfferingClass': 'standard',
  'reservation/SubscriptionId': '99',
  'reservation/NumberOfReservations': '3',
  'savingsPlan/OfferingType': 'ComputeSavingsPlans',
  'savingsPlan/SavingsPlanRate': '0.07',
};

let child: ManagedAccount;
beforeAll(async () => {
  const parent = await newAccount();
  const day = (cost: string, more: AwsRow) => ({
    ...charge('Usage', '2026-01-10T00:00:00Z', '2026-01-11T00:00:00Z', cost),
    ...more,
  });
  const csv = awsBill([day('10', named), day('3', {})]);
  const options = { formats: providerFormats, provider: 'aws' };
  child = await newManagedAccount(parent, [await importCsv(parent, csv, options)]);
});

async function billedAfter(sql_query: string) {
  await assignRules(child, [{ type: 'custom', sql_query }]);
  await rebill(child);
  return (await readStoredCosts(child))['']?.billed;
}

test('rules see the columns that bills have', async () => {
  const conditions = Object.entries(named).map(([name, value]) => `aws.${name} = '${value}'`);
  expect(await billedAfter(`DELETE FROM aws WHERE ${conditions.join(' AND ')}`)).toBe('3');
});

test('a pattern can be put together from columns', async () => {
  const where = "':100000000002:' LIKE '%:' || aws.lineItem/UsageAccountId || ':%'";
  expect(await billedAfter(`DELETE FROM aws WHERE ${where} AND aws.product/vcpu = 2`)).toBe('3');
  expect(await billedAfter(`DELETE FROM aws WHERE NOT (${where})`)).toBe('13');
});

describe('every column of the report that a rule can name', () => {
  test.each([...awsColumns])('%s can be read', (name, type) => {
    expect(readAwsColumn({ dataset: 'aws', name, type })).toBeDefined();
  });
});
