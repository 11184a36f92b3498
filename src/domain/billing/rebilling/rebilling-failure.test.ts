import { beforeAll, expect, test } from 'vitest';
import { importCharges } from '../../../../test/cost-fixtures.js';
import { costRequests } from '../../../../test/cost-requests.js';
import { type Account, newAccount } from '../../../../test/harness.js';
import {
  assignRules,
  type ManagedAccount,
  newManagedAccount,
  type TestRule,
} from '../../../../test/managed-accounts.js';
import { rebillManagedAccounts } from './rebill-managed-accounts.js';

let parent: Account;
let child: ManagedAccount;
const ofChild = costRequests(() => child);
const total = () =>
  ofChild.total({ start_date: '2026-01-01', end_date: '2026-02-28', date_bin: 'month' });

beforeAll(async () => {
  parent = await newAccount();
  const integration = await importCharges(parent, [{ day: '2026-01-05', cost: '100' }]);
  await parent.app.services.db
    .updateTable('integrations')
    .set({ status: 'imported' })
    .where('token', '=', integration)
    .execute();
  child = await newManagedAccount(parent, [integration]);
});

async function apply(rules: readonly TestRule[]) {
  await assignRules(child, rules);
  const { services, clock } = child.app;
  const payload = { managed_account_token: child.account.token };
  return rebillManagedAccounts.run(payload, { services, clock });
}

const stateOf = async () => {
  const { body } = await child.as.get('/v2/integrations');
  const { body: account } = await parent.as.get(`/v2/managed_accounts/${child.account.token}`);
  return {
    status: body.integrations[0].status,
    failure: account.rebilling_failure,
    total: await total(),
  };
};

const half: TestRule = { type: 'adjustment', percentage: '50' };
/** Each can be applied, but a cost that both have multiplied has too many digits. */
const tooMuch: TestRule[] = [
  {
    type: 'custom',
    sql_query:
      "INSERT INTO costs (provider, service, amount) VALUES ('aws', 'Big', 999999999999999)",
  },
  { type: 'adjustment', service: 'Big', percentage: '1000000' },
  { type: 'adjustment', service: 'Big', percentage: '1000000' },
];

test('rules that fail leave the last good state, and the account says so until they succeed', async () => {
  await apply([half]);
  expect(await stateOf()).toEqual({ status: 'imported', failure: null, total: '50.0' });
  await expect(apply(tooMuch)).rejects.toThrow('Rebilling failed');
  expect(await stateOf()).toEqual({
    status: 'error',
    failure: 'The billing rules could not be applied to all costs; see the server log.',
    total: '50.0',
  });
  await apply([half, half]);
  expect(await stateOf()).toEqual({ status: 'imported', failure: null, total: '25.0' });
});
