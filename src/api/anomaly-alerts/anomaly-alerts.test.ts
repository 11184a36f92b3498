import { beforeAll, expect, test } from 'vitest';
import { newAnomaly } from '../../../test/anomalies.js';
import { newReport } from '../../../test/forecasting.js';
import { type Account, newAccount } from '../../../test/harness.js';

let account: Account;
let report: string;

beforeAll(async () => {
  account = await newAccount();
  report = await newReport(account);
});

const list = async (query: string, { as } = account) =>
  (await as.get(`/v2/anomaly_alerts?${query}`)).body.anomaly_alerts.map(
    (anomaly: Record<string, string>) => anomaly['anomaly_date'],
  );

test('lists by day, newest first, and filters exactly, whatever the case', async () => {
  for (const day of ['2026-03-02', '2026-03-08', '2026-03-05']) {
    await newAnomaly(account, { report, day, service: `Service ${day}` });
  }
  const ofReport = `cost_report_token=${report}`;
  expect(await list(ofReport)).toEqual(['2026-03-08', '2026-03-05', '2026-03-02']);
  expect(await list(`${ofReport}&limit=1&page=2`)).toEqual(['2026-03-05']);
  expect(await list(`${ofReport}&start_date=2026-03-05T00:00:00Z&end_date=2026-03-08`)).toEqual([
    '2026-03-08',
    '2026-03-05',
  ]);
  expect(await list(`${ofReport}&service=SERVICE%202026-03-02`)).toEqual(['2026-03-02']);
  expect(await list(`${ofReport}&service=SERVICE`)).toEqual([]);
  expect(await list(`${ofReport}&provider=AWS&cost_category=compute&limit=1`)).toHaveLength(1);
  expect(await list('cost_report_token=rprt_0000000000000000')).toEqual([]);
  expect(await list(`${ofReport}&workspace_token=${account.workspace.token}`)).toHaveLength(3);
  expect(await list(`${ofReport}&workspace_token=wrkspc_0000000000000000`)).toEqual([]);
  expect((await account.as.get('/v2/anomaly_alerts?start_date=March')).status).toBe(400);
});

test('status and feedback are set, an ignored anomaly leaves the list', async () => {
  const own = await newReport(account);
  const path = `/v2/anomaly_alerts/${await newAnomaly(account, { report: own })}`;
  const ignored = await account.as.put(path, { status: 'ignored', feedback: 'Load test' });
  expect(ignored).toMatchObject({
    status: 200,
    body: { status: 'ignored', feedback: 'Load test' },
  });
  expect(await list(`cost_report_token=${own}`)).toEqual([]);
  expect(await list(`cost_report_token=${own}&status=ignored`)).toEqual(['2026-03-08']);
  expect(await list(`cost_report_token=${own}&status=active`)).toEqual([]);
  expect((await account.as.get('/v2/anomaly_alerts?status=open')).status).toBe(400);
  expect((await account.as.get(path)).body).toEqual(ignored.body);
  const active = await account.as.put(path, { status: 'active' });
  expect(active.body).toMatchObject({ status: 'active', feedback: 'Load test' });
  const cleared = await account.as.put(path, { status: 'archived', feedback: null });
  expect(cleared.body).toMatchObject({ status: 'archived', feedback: null, resources: [] });
  expect((await account.as.put(path, { feedback: 'x' })).status).toBe(400);
  expect((await account.as.put(path, { status: 'open' })).status).toBe(400);
  const long = { status: 'active', feedback: 'x'.repeat(10_001) };
  expect((await account.as.put(path, long)).status).toBe(422);
});

test('anomalies follow their report: readable by viewers, hidden with it', async () => {
  const own = await newReport(account);
  const path = `/v2/anomaly_alerts/${await newAnomaly(account, { report: own })}`;
  const viewer = await account.newUser('viewer');
  expect((await viewer.as.get(path)).status).toBe(200);
  expect((await viewer.as.put(path, { status: 'ignored' })).status).toBe(403);
  await account.as.post('/v2/access_grants', {
    resource_token: own,
    team_token: account.everyone.token,
    access: 'denied',
  });
  expect((await viewer.as.get(path)).status).toBe(404);
  expect((await viewer.as.put(path, { status: 'ignored' })).status).toBe(404);
  const seen = await viewer.as.get(`/v2/anomaly_alerts?cost_report_token=${own}`);
  expect(seen.body.anomaly_alerts).toEqual([]);
  expect((await (await newAccount()).as.get(path)).status).toBe(404);
});
