import { expect, test } from 'vitest';
import { importCharges } from '../../../../test/cost-fixtures.js';
import { costsPath } from '../../../../test/cost-requests.js';
import { newAccount } from '../../../../test/harness.js';

// Today is 2026-03-10.
test('an integration that is still importing covers no day before its first costs', async () => {
  const account = await newAccount();
  await importCharges(account, [
    { day: '2026-01-01', cost: '10' },
    { day: '2026-02-28', cost: '10' },
  ]);
  const importing = await importCharges(account, [
    { day: '2026-01-25', cost: '10', billingAccount: '200' },
    { day: '2026-02-28', cost: '500', billingAccount: '200' },
  ]);
  const setStatus = (
    status: 'importing' | 'imported' | 'error',
    last_updated: Date | null = null,
  ) =>
    account.app.services.db
      .updateTable('integrations')
      .set({ status, last_updated })
      .where('token', '=', importing)
      .execute();
  const readFebruary = async () => {
    const parameters = {
      start_date: '2026-02-01',
      end_date: '2026-02-28',
      compare_to: 'previous_period',
    };
    const { body } = await account.as.get(costsPath(parameters, '/v2/costs/series'));
    return body;
  };

  for (const status of ['importing', 'error'] as const) {
    await setStatus(status);
    const partly = await readFebruary();
    expect(partly.comparison).toMatchObject({ days: 31, days_with_data: 7 });
    expect(partly.total.change).toBeNull();
  }

  // Its bills are there; only the last look for new ones failed.
  for (const status of ['imported', 'error'] as const) {
    await setStatus(status, account.app.clock());
    const whole = await readFebruary();
    expect(whole.comparison).toMatchObject({ days: 31, days_with_data: 31 });
    expect(whole.total.change).toMatchObject({ current: '510.0', previous: '20.0' });
  }
});
