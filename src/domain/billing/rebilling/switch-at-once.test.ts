import { beforeAll, expect, test } from 'vitest';
import { importCharges } from '../../../../test/cost-fixtures.js';
import { costRequests } from '../../../../test/cost-requests.js';
import { newAccount } from '../../../../test/harness.js';
import {
  assignRules,
  type ManagedAccount,
  newManagedAccount,
  rebill,
  type TestRule,
} from '../../../../test/managed-accounts.js';
import { seenWhile } from '../../../../test/while-changing.js';

let child: ManagedAccount;
const ofChild = costRequests(() => child);
const total = () =>
  ofChild.total({ start_date: '2025-10-01', end_date: '2026-03-31', date_bin: 'month' });

beforeAll(async () => {
  const parent = await newAccount();
  const months = ['2025-12', '2026-01', '2026-02'];
  const charges = months.map((month) => ({ day: `${month}-05`, cost: '100' }));
  child = await newManagedAccount(parent, [await importCharges(parent, charges)]);
});

const fee: TestRule = {
  type: 'charge',
  service: 'MSP',
  category: 'Fee',
  sub_category: 'Monthly',
  amount: '7',
  start_date: '2025-12-01',
  end_date: '2026-02-28',
};

test.each<[string, TestRule[], string, string]>([
  ['the first rules', [{ type: 'adjustment', percentage: '50' }, fee], '300.0', '171.0'],
  ['other rules', [{ type: 'adjustment', percentage: '10' }], '171.0', '30.0'],
  ['rules that only add costs', [fee], '30.0', '321.0'],
  ['no rules', [], '321.0', '300.0'],
])('%s take effect in all months at once', async (_, rules, before, after) => {
  const applyRules = async () => {
    await assignRules(child, rules);
    await rebill(child);
  };
  expect(await seenWhile(applyRules, total)).toEqual([before, after]);
});
