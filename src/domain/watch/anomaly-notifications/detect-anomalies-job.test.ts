import { expect, test } from 'vitest';
import { deletedMeanwhile } from '../../../../test/deleted-meanwhile.js';
import { newAccount } from '../../../../test/harness.js';
import { detectAnomaliesJob } from './detect-anomalies-job.js';

test('a report that is deleted while it is searched is no failure', async () => {
  const { as, app, account } = await newAccount();
  const { body } = await as.post('/v2/cost_reports', { title: 'Short-lived' });
  const services = deletedMeanwhile(app.services, 'cost_reports', body.token);
  const payload = { account_token: account.token };
  expect(await detectAnomaliesJob.run(payload, { services, clock: app.clock })).toContain(
    '0 anomalies found',
  );
});
