import { beforeAll, expect, test } from 'vitest';
import { costsPath, type CostParameters } from '../../../test/cost-requests.js';
import { importCharges, importCsv } from '../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../test/harness.js';

// Today is 2026-03-10.
let account: Account;

beforeAll(async () => {
  account = await newAccount();
  await importCharges(account, [{ day: '2026-02-03T05:00:00Z', cost: '1', service: 'Hourly' }]);
  await importCsv(
    account,
    'ChargePeriodStart,BilledCost,ChargeCategory,ServiceName\n2026-01-05,2,Usage,Daily\n2026-02-05,2,Usage,Daily',
  );
});

const readBins = async (parameters: CostParameters) => {
  const path = costsPath({ start_date: '2026-02-01', end_date: '2026-02-28', ...parameters });
  const { status, body } = await account.as.get(path.replace('/costs?', '/costs/date_bins?'));
  expect(status, JSON.stringify(body)).toBe(200);
  return body.date_bins;
};
const longer = ['day', 'week', 'month', 'quarter'];

test('hours are listed where costs of the range are billed by the hour', async () => {
  expect(await readBins({})).toEqual([...longer, 'hour']);
  expect(await readBins({ start_date: '2026-01-01', end_date: '2026-01-31' })).toEqual(longer);
  expect(await readBins({ start_date: '2027-01-01', end_date: '2027-01-31' })).toEqual(longer);
});

test('only the costs that match the filter count', async () => {
  expect(await readBins({ filter: "costs.provider = 'custom_provider'" })).toEqual(longer);
});

test('costs of another workspace do not count', async () => {
  const { token } = (await account.as.post('/v2/workspaces', { name: 'Second' })).body;
  expect(await readBins({ workspace_token: token })).toEqual(longer);
});
