import { expect, test } from 'vitest';
import { deletedMeanwhile } from '../../../../test/deleted-meanwhile.js';
import { newAccount } from '../../../../test/harness.js';
import { forecastReport } from './forecast-report-job.js';

test('a report that is deleted while it is forecast is no failure', async () => {
  const { as, app } = await newAccount();
  const { body } = await as.post('/v2/cost_reports', { title: 'Short-lived' });
  const services = deletedMeanwhile(app.services, 'cost_reports', body.token);
  const payload = { cost_report_token: body.token };
  expect(await forecastReport.run(payload, { services, clock: app.clock })).toBe(
    `Report ${body.token} no longer exists`,
  );
});
