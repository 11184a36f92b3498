import { beforeAll, describe, expect, test } from 'vitest';
import {
  forecast,
  importDays,
  newReport,
  readForecast,
  rowsOf,
} from '../../../test/forecasting.js';
import { setTime } from '../../../test/clock.js';
import { type Account, newAccount } from '../../../test/harness.js';

describe('a report with three services', () => {
  let account: Account;
  let report: string;
  beforeAll(async () => {
    setTime('2026-03-10T09:00:00Z');
    account = await newAccount();
    await importDays(account, 120, (day) => [
      { service: 'EC2', cost: '60' },
      { service: 'S3', cost: day.endsWith('-01') ? '340' : '40' },
      { service: 'EC2', cost: '7', provider: 'Google Cloud' },
      { service: 'Rare', cost: day < '2026-01-01' ? '5' : '0' },
    ]);
    report = await newReport(account);
  });

  const read = (query = '') => readForecast(account, report, query);

  test('has no forecast before the first run', async () => {
    const { body } = await read();
    expect(body).toMatchObject({ forecasted_costs: [], currency: 'USD' });
  });

  test('has a row per day for each service and for the total, from tomorrow to the end of the month', async () => {
    expect(await forecast(account, report)).toBe(`Updated the forecast of ${report}`);
    const rows = rowsOf(await read());
    expect(rows.slice(0, 5)).toEqual([
      '2026-03-11 all all 107.0',
      '2026-03-11 aws EC2 60.0',
      '2026-03-11 aws S3 40.0',
      '2026-03-11 gcp EC2 7.0',
      '2026-03-12 all all 107.0',
    ]);
    expect(rows.at(-1)).toBe('2026-03-31 gcp EC2 7.0');
    expect(rows).toHaveLength(21 * 4);
  });

  test('anticipates charges on the first of a month', async () => {
    const rows = rowsOf(
      await read('start_date=2026-03-31&end_date=2026-04-02&provider=aws&service=S3'),
    );
    expect(rows).toEqual([
      '2026-03-31 aws S3 40.0',
      '2026-04-01 aws S3 340.0',
      '2026-04-02 aws S3 40.0',
    ]);
  });

  test.each([
    ['provider=all', ['all all 107.0']],
    ['service=all', ['all all 107.0']],
    ['provider=all&service=all', ['all all 107.0']],
    ['provider=aws', ['aws EC2 60.0', 'aws S3 40.0']],
    ['provider=aws&service=all', ['aws all 100.0']],
    ['service=EC2', ['aws EC2 60.0', 'gcp EC2 7.0']],
    ['provider=gcp&service=EC2', ['gcp EC2 7.0']],
    ['provider=azure', []],
    ['service=Rare', []],
  ])('%s', async (query, expected) => {
    const rows = rowsOf(await read(`end_date=2026-03-11&${query}`));
    expect(rows).toEqual(expected.map((row) => `2026-03-11 ${row}`));
  });

  test('neither past days nor days after the twelfth month are forecast', async () => {
    const rows = rowsOf(await read('start_date=2026-01-01&end_date=2030-01-01&provider=all'));
    expect(rows[0]).toMatch(/^2026-03-11 /);
    expect(rows.at(-1)).toMatch(/^2027-03-31 /);
    expect(rowsOf(await read('start_date=2027-04-01'))).toEqual([]);
    expect(rowsOf(await read('end_date=2026-03-01'))).toEqual([]);
  });

  test('is paginated', async () => {
    const { body } = await read('limit=3&page=2');
    expect(body.forecasted_costs.map((row: { service: string }) => row.service)).toEqual([
      'EC2',
      'all',
      'EC2',
    ]);
    expect(body.links.last).toMatch(/page=28$/);
  });

  test('has intervals around its amounts', async () => {
    const { body } = await read('provider=all&end_date=2026-03-11');
    expect(body.forecasted_costs).toEqual([
      {
        date: '2026-03-11T00:00:00Z',
        amount: '107.0',
        provider: 'all',
        service: 'all',
        lower_amount: '107.0',
        upper_amount: '107.0',
      },
    ]);
  });

  test('rejects unknown providers and inverted date ranges', async () => {
    expect((await read('provider=nobody')).status).toBe(400);
    expect((await read('start_date=2026-05-02&end_date=2026-05-01')).status).toBe(400);
    expect((await read('provider=custom_provider:accss_crdntl_1')).status).toBe(200);
  });

  test('is recomputed only when the report changes', async () => {
    expect(await forecast(account, report)).toBe(`The forecast of ${report} is up to date`);
    await account.as.put(`/v2/cost_reports/${report}`, { filter: "costs.provider = 'gcp'" });
    await forecast(account, report);
    expect(rowsOf(await read('end_date=2026-03-11'))).toEqual([
      '2026-03-11 all all 7.0',
      '2026-03-11 gcp EC2 7.0',
    ]);
  });

  test('an allocation of half the costs halves the forecast', async () => {
    const half = await newReport(account, {
      filter: "costs.provider = 'aws' AND costs.service = 'EC2' AND costs.allocation = 0.5",
    });
    await forecast(account, half);
    expect(rowsOf(await readForecast(account, half, 'end_date=2026-03-11&provider=aws'))).toEqual([
      '2026-03-11 aws EC2 30.0',
    ]);
  });

  test('has a backtest that compares it with repeating the last week', async () => {
    const tested = await newReport(account, { filter: "costs.provider = 'aws'" });
    const path = `/v2/cost_reports/${tested}/forecast_backtest`;
    expect((await account.as.get(path)).body).toMatchObject({
      computed_at: null,
      forecast_backtest: [],
    });
    await forecast(account, tested);
    const { body } = await account.as.get(path);
    expect(body.computed_at).toBe('2026-03-10T09:00:00Z');
    const names = body.forecast_backtest.map(
      (row: { provider: string; service: string }) => `${row.provider} ${row.service}`,
    );
    expect(names).toEqual(['all all', 'aws all', 'aws EC2', 'aws S3']);
    expect(body.forecast_backtest[2]).toEqual({
      provider: 'aws',
      service: 'EC2',
      method: 'smoothed',
      forecast: { wape: '0.0', mase: null, coverage: '1.0' },
      seasonal_naive: { wape: '0.0', mase: null, coverage: '1.0' },
    });
    const s3 = body.forecast_backtest[3];
    expect(Number(s3.forecast.wape)).toBeLessThan(Number(s3.seasonal_naive.wape));
  });

  test('the hourly job forecasts every report', async () => {
    // The reports of earlier tests would be forecast, too, which takes minutes.
    await account.app.services.db
      .deleteFrom('cost_reports')
      .where('account_token', '!=', account.account.token)
      .execute();
    const untouched = await newReport(account);
    await account.app.jobs.run('forecast-reports');
    expect(rowsOf(await readForecast(account, untouched, 'provider=all'))).toHaveLength(21);
  });

  test('on the last day of a month, the next month is forecast', async () => {
    setTime('2026-03-31T09:00:00Z');
    const rows = rowsOf(await read('provider=all'));
    expect([rows[0], rows.at(-1)]).toEqual(['2026-04-01 all all 7.0', '2026-04-30 all all 7.0']);
    setTime('2026-03-10T09:00:00Z');
  });

  test('a report with a future date range is forecast to its end', async () => {
    const ahead = await newReport(account, { date_interval: 'next_3_months' });
    await forecast(account, ahead);
    expect(rowsOf(await readForecast(account, ahead, 'provider=all')).at(-1)).toMatch(
      /^2026-06-30/,
    );
  });
});

test('late bills are forecast from their last billed day', async () => {
  const account = await newAccount();
  await importDays(account, 120, () => [{ service: 'EC2', cost: '10' }]);
  await importDays(account, 120, (day) =>
    day > '2026-02-20' ? [] : [{ service: 'Late', cost: '20', provider: 'Microsoft' }],
  );
  const report = await newReport(account);
  await forecast(account, report);
  const rows = rowsOf(await readForecast(account, report, 'end_date=2026-03-11&provider=azure'));
  expect(rows).toEqual(['2026-03-11 azure Late 20.0']);
});

describe('a service whose costs have ended, in bills that go on', () => {
  let account: Account;
  beforeAll(async () => {
    account = await newAccount();
    await importDays(account, 120, (day) => [
      { service: 'EC2', cost: '60' },
      ...(day === '2026-02-06' ? [{ service: 'Once', cost: '12' }] : []),
      ...(day < '2026-02-08' ? [{ service: 'Stopped', cost: '50' }] : []),
      ...(day.endsWith('-05') ? [{ service: 'Monthly', cost: '300' }] : []),
      ...(Number(day.slice(-2)) % 9 === 4 ? [{ service: 'Sparse', cost: '90' }] : []),
    ]);
  });

  const ofService = async (service: string, filter: string | null) => {
    const report = await newReport(account, { filter });
    await forecast(account, report);
    return rowsOf(
      await readForecast(account, report, `end_date=2026-04-10&provider=aws&service=${service}`),
    );
  };

  test.each(['Once', 'Stopped', 'Monthly', 'Sparse'])(
    '%s has the same forecast in a report of its own as in one of all costs',
    async (service) => {
      const own = await ofService(
        service,
        `costs.provider = 'aws' AND costs.service = '${service}'`,
      );
      expect(own).toEqual(await ofService(service, null));
      expect(own).toHaveLength(31);
    },
  );

  test('one that was charged once or has stopped is forecast at nothing', async () => {
    for (const service of ['Once', 'Stopped']) {
      const rows = await ofService(
        service,
        `costs.provider = 'aws' AND costs.service = '${service}'`,
      );
      expect(new Set(rows.map((row) => row.split(' ').at(-1)))).toEqual(new Set(['0.0']));
    }
  });
});

test('deleting a report deletes its forecast', async () => {
  const account = await newAccount();
  await importDays(account, 20, () => [{ cost: '1' }]);
  const report = await newReport(account);
  await forecast(account, report);
  expect((await account.as.delete(`/v2/cost_reports/${report}`)).status).toBe(204);
  expect(await forecast(account, report)).toBe(`Report ${report} no longer exists`);
  const { db } = account.app.services;
  const remaining = await db
    .selectFrom('baseline_series')
    .select('service')
    .where('cost_report_token', '=', report)
    .execute();
  expect(remaining).toEqual([]);
});
