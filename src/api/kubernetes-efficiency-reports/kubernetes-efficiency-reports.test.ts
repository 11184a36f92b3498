import { beforeAll, describe, expect, test } from 'vitest';
import { type Account, newAccount } from '../../../test/harness.js';
import { storeDataFile } from '../../../test/kubernetes.js';
import { openCostCsv } from '../../domain/optimise/kubernetes/opencost-csv.js';

// Today is 2026-03-10.
const path = '/v2/kubernetes_efficiency_reports';
let account: Account;
beforeAll(async () => {
  account = await newAccount();
});

const create = (body: object = {}, { as, workspace } = account) =>
  as.post(path, { title: 'Clusters', workspace_token: workspace.token, ...body });

test('a workspace starts with a default report', async () => {
  const { body } = await account.as.get(path);
  expect(body.kubernetes_efficiency_reports).toEqual([
    {
      token: expect.stringMatching(/^kbnts_eff_rprt_[0-9a-f]{16}$/),
      title: 'Cluster Idle Costs',
      default: true,
      created_at: expect.any(String),
      workspace_token: account.workspace.token,
      user_token: null,
      start_date: '2026-03-01',
      end_date: '2026-03-31',
      date_interval: 'this_month',
      date_bucket: 'day',
      aggregated_by: 'idle_cost',
      groupings: 'cluster_id',
      filter: null,
    },
  ]);
});

test('a report returns what was sent, with resolved dates', async () => {
  const { status, body } = await create({
    filter: "kubernetes.namespace  = 'web'",
    date_interval: 'last_7_days',
    start_date: '2020-01-01',
    end_date: '2020-01-02',
    date_bucket: 'week',
    aggregated_by: 'amount',
    groupings: ['namespace', 'label:app'],
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    default: false,
    filter: "kubernetes.namespace  = 'web'",
    date_interval: 'last_7_days',
    start_date: '2026-03-04',
    end_date: '2026-03-10',
    date_bucket: 'week',
    aggregated_by: 'amount',
    groupings: 'namespace,label:app',
    user_token: account.owner.token,
  });
});

test('dates without an interval are a custom range, and absent fields stay', async () => {
  const { body: report } = await create({ groupings: ['pod'] });
  const update = (body: object) => account.as.put(`${path}/${report.token}`, body);
  const dates = { start_date: '2026-01-01', end_date: '2026-01-31' };
  expect((await update(dates)).body).toMatchObject({ ...dates, date_interval: 'custom' });
  const zeroDates = { start_date: '0001-01-01', end_date: '0001-01-01' };
  const unchanged = { ...zeroDates, groupings: null, title: 'Pods' };
  expect((await update(unchanged)).body).toMatchObject({
    ...dates,
    title: 'Pods',
    groupings: 'pod',
    date_interval: 'custom',
  });
  expect((await update({ groupings: [], date_interval: 'last_month' })).body).toMatchObject({
    groupings: 'cluster_id',
    start_date: '2026-02-01',
    end_date: '2026-02-28',
  });
});

test.each([
  [{ title: undefined }, 400],
  [{ title: 'x'.repeat(256) }, 422],
  [{ workspace_token: undefined }, 400],
  [{ filter: 'costs.provider = ' }, 400],
  [{ filter: "costs.provider = 'aws'" }, 400],
  [{ date_interval: 'yesterday' }, 400],
  [{ date_interval: 'custom' }, 400],
  [{ start_date: '2026-01-01' }, 400],
  [{ start_date: '2026-02-01', end_date: '2026-01-01' }, 400],
  [{ date_bucket: 'hour' }, 400],
  [{ aggregated_by: 'usage' }, 400],
  [{ groupings: ['provider'] }, 400],
  [{ groupings: ['pod', 'pod'] }, 400],
])('%j is refused with %i', async (body, status) => {
  expect((await create(body)).status).toBe(status);
});

describe('an export', () => {
  let own: Account;
  const columns =
    'Date,Namespace,Pod,CPUCoreUsageAverage,CPUCoreRequestAverage,CPUCost,RAMCost,TotalCost,Label_team';
  beforeAll(async () => {
    own = await newAccount();
    const rows = [
      '2026-03-01,web,api,0.75,1,200,0,200,core',
      '2026-03-02,web,api,1,1,10,0,10,',
      '2026-03-02,"a,b",job,0,1,30,0,30,core',
      '2026-03-09,web,api,1,1,0,0,0,core',
    ];
    await storeDataFile(own, openCostCsv, [columns, ...rows].join('\n'));
  });

  const exported = async (body: object, query = '') => {
    const created = await own.as.post(`${path}/data_exports${query}`, body);
    expect(created.status).toBe(202);
    expect(created.headers['location']).toBe(
      `http://localhost:80/v2/data_exports/${created.body.token}`,
    );
    await own.app.jobs.run('make-data-export', { token: created.body.token });
    const { body: done } = await own.as.get(`/v2/data_exports/${created.body.token}`);
    const link = new URL(done.manifest.files[0]);
    const file = await own.app.server.inject({ url: link.pathname + link.search });
    return { created: created.body, lines: file.body.trim().split('\n') };
  };

  test('of the default report has one row per day and cluster', async () => {
    const { created, lines } = await exported({});
    expect(created).toMatchObject({
      status: 'pending',
      export_type: 'kubernetes_efficiency_report',
      manifest: { files: [], completed_at: null, valid_until: null },
      attributes: { report_token: null, groupings: null, vql: null, date_bin: null },
    });
    expect(lines).toEqual([
      'date,cluster_id,idle_cost,total_cost,cost_efficiency',
      '2026-03-01,Cluster,50.0,200.0,75.0',
      '2026-03-02,Cluster,30.0,40.0,25.0',
      '2026-03-09,Cluster,0.0,0.0,',
    ]);
  });

  test('has the requested groupings, bins, dates and filter', async () => {
    const { created, lines } = await exported(
      {
        filter: 'WHERE kubernetes.pod != "nothing";',
        start_date: '2026-03-01',
        end_date: '2026-03-08',
        date_bin: 'week',
      },
      '?groupings=namespace,label:team',
    );
    expect(created.attributes).toMatchObject({
      vql: "kubernetes.pod != 'nothing'",
      groupings: ['namespace', 'label:team'],
      date_bin: 'week',
    });
    expect(lines).toEqual([
      'date,namespace,label:team,idle_cost,total_cost,cost_efficiency',
      '2026-02-23,web,core,50.0,200.0,75.0',
      '2026-03-02,"a,b",core,30.0,30.0,0.0',
      '2026-03-02,web,,0.0,10.0,100.0',
    ]);
  });

  test.each([
    [{ kubernetes_efficiency_report_token: 'kbnts_eff_rprt_0000000000000000' }, 404],
    [{ workspace_token: 'wrkspc_0000000000000000' }, 404],
    [{ filter: 'kubernetes.pod =' }, 400],
    [{ date_bin: 'hour' }, 400],
    [{ groupings: ['provider'] }, 400],
    [{ start_date: '2026-03-02', end_date: '2026-03-01' }, 400],
  ])('%j is refused with %i', async (body, status) => {
    expect((await own.as.post(`${path}/data_exports`, body)).status).toBe(status);
  });

  test('needs a report once the default report is deleted', async () => {
    const other = await newAccount();
    const [report] = (await other.as.get(path)).body.kubernetes_efficiency_reports;
    expect((await other.as.delete(`${path}/${report.token}`)).status).toBe(204);
    expect((await other.as.post(`${path}/data_exports`, {})).status).toBe(404);
    expect((await other.as.get(path)).body.kubernetes_efficiency_reports).toEqual([]);
  });
});
