import { expect, test } from 'vitest';
import { newAnomaly } from '../../../test/anomalies.js';
import { importCharges } from '../../../test/cost-fixtures.js';
import { newReport } from '../../../test/forecasting.js';
import { newAccount } from '../../../test/harness.js';
import { addDays } from '../../platform/lib/days.js';

// Today is 2026-03-10.
const yesterday = '2026-03-09';

test('the days around an anomaly have the costs of its series and what was expected', async () => {
  const account = await newAccount();
  const report = await newReport(account);
  const costs = Array.from({ length: 69 }, (_, index) => 96 + 4 * (index % 3)).concat(165);
  const days = costs.map((cost, index) => ({
    day: addDays(yesterday, index + 1 - costs.length),
    cost: String(cost),
  }));
  await importCharges(
    account,
    [
      ...days.map((each) => ({ ...each, service: 'EC2' })),
      ...days.map((each) => ({ ...each, service: 'S3', cost: '7' })),
      { day: yesterday, cost: '500', service: 'EC2', category: 'Tax' },
    ],
    { provider: 'aws' },
  );
  await account.app.jobs.run('detect-anomalies', { account_token: account.account.token });
  const { anomaly_alerts: found } = (
    await account.as.get(`/v2/anomaly_alerts?cost_report_token=${report}`)
  ).body;
  expect(found).toMatchObject([{ service: 'EC2', anomaly_date: yesterday, amount: '165.0' }]);
  const { status, body } = await account.as.get(`/v2/anomaly_alerts/${found[0].token}/days`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.currency).toBe('USD');
  expect(body.days).toHaveLength(57);
  expect(body.days[0]).toMatchObject({ date: '2026-01-12', expected_amount: null });
  const { expected_amount, expected_lower, expected_upper } = found[0];
  expect(body.days.at(-1)).toEqual({
    date: yesterday,
    amount: '165.0',
    expected_amount,
    expected_lower,
    expected_upper,
  });
});

test('an anomaly whose series the report no longer has has no days', async () => {
  const account = await newAccount();
  const token = await newAnomaly(account);
  const { status, body } = await account.as.get(`/v2/anomaly_alerts/${token}/days`);
  expect([status, body]).toEqual([200, { currency: 'USD', days: [] }]);
});
