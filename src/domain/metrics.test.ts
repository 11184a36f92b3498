import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { importCsv, newIntegration } from '../../test/cost-fixtures.js';
import { costsPath } from '../../test/cost-requests.js';
import { type Account, clientFor, newAccount } from '../../test/harness.js';
import { metricsText, readMetric, riseOf } from '../../test/read-metrics.js';
import { openMetrics } from '../platform/telemetry/metrics.js';
import { gauge, sample } from '../platform/telemetry/metric.js';
import { deliverMessages } from './watch/delivery/deliver-messages.js';
import { writeMessages } from './watch/delivery/message.js';
import { allMetrics } from './metrics.js';

let account: Account;
beforeAll(async () => {
  account = await newAccount();
});

const csv = `ChargePeriodStart,ChargeCategory,ServiceName,BilledCost
2026-03-01,Usage,Compute,1.5
2026-03-02,Usage,Compute,2.5
`;

describe('the list of metrics', () => {
  test('docs/metrics.md has every metric with its labels, and no others', () => {
    const described = readFileSync('docs/metrics.md', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `farthing_'))
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map(([, name, labels]) => `${name} ${labels}`);
    const declared = allMetrics.map(
      ({ name, labels }) => `\`${name}\` ${labels.map((label) => `\`${label}\``).join(', ')}`,
    );
    expect(described.toSorted()).toEqual(declared.toSorted());
  });

  test('/metrics has exactly these, and what Node.js and its process tell', async () => {
    const names = [...(await metricsText()).matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name!);
    const own = names.filter((name) => name.startsWith('farthing_'));
    expect(own.toSorted()).toEqual(allMetrics.map(({ name }) => name).toSorted());
    expect(names.filter((name) => !/^(farthing|process|nodejs)_/.test(name))).toEqual([]);
  });

  test('names follow the conventions of Prometheus', () => {
    for (const { name, type } of allMetrics) {
      expect(name).toMatch(/^farthing_[a-z_]+[a-z]$/);
      expect(name.endsWith('_total'), name).toBe(type === 'counter');
      if (type === 'histogram') expect(name).toMatch(/_seconds$/);
    }
  });

  test('no label names an account or one of its objects', async () => {
    await importCsv(account, csv);
    const text = await metricsText();
    expect(text).not.toContain(account.account.token);
    expect(text).not.toMatch(/="(\w+_)?[0-9a-f]{16}"/);
  });
});

test('requests are counted by route and status, and timed', async () => {
  const labels = { route: '/v2/workspaces/:workspace_token', method: 'GET' };
  const missing = () => account.as.get('/v2/workspaces/wrkspc_0000000000000000');
  const notFound = { ...labels, status: '404' };
  expect(await riseOf('farthing_http_requests_total', notFound, missing)).toBe(1);
  expect(await riseOf('farthing_http_request_seconds_count', labels, missing)).toBe(1);
  const unknown = () => clientFor(account.app, undefined).get('/a/path/that/nobody/knows');
  expect(await riseOf('farthing_http_requests_total', { route: 'none' }, unknown)).toBe(0);
});

test('imports are counted with their lines and bytes, failed ones as such', async () => {
  const upload = { source: 'upload' };
  const committed = { ...upload, status: 'committed' };
  expect(await riseOf('farthing_import_lines_total', upload, () => importCsv(account, csv))).toBe(
    2,
  );
  const bytes = () => importCsv(account, csv);
  expect(await riseOf('farthing_import_bytes_total', upload, bytes)).toBe(csv.length);
  const good = () => importCsv(account, csv);
  expect(await riseOf('farthing_imports_total', committed, good)).toBe(1);
  const broken = () => importCsv(account, 'no,bill\n1,2\n').catch(() => undefined);
  const failed = { ...upload, status: 'failed' };
  expect(await riseOf('farthing_imports_total', failed, broken)).toBe(1);
  expect(await riseOf('farthing_import_seconds_count', upload, broken)).toBe(1);
});

test('integrations are counted by status', async () => {
  const add = () => newIntegration(account);
  expect(await riseOf('farthing_integrations', { status: 'connected' }, add)).toBe(1);
});

test('runs of jobs are counted and timed, and queued jobs are told by name', async () => {
  const run = () => account.app.jobs.run('audit-retention');
  const done = { job: 'audit-retention', status: 'done' };
  expect(await riseOf('farthing_job_runs_total', done, run)).toBe(1);
  expect(await riseOf('farthing_job_seconds_count', { job: 'audit-retention' }, run)).toBe(1);
  const broken = () =>
    account.app.jobs.run('forecast-report', { no: 'canvas' }).catch(() => undefined);
  const failed = { job: 'forecast-report', status: 'failed' };
  expect(await riseOf('farthing_job_runs_total', failed, broken)).toBe(1);
});

test('deliveries are counted by channel and outcome, and waiting ones measured', async () => {
  const { services, clock } = account.app;
  const write = () =>
    writeMessages(services.db, services, {
      account: account.account.token,
      rule: 'rule',
      event: 'event',
      recipients: [{ channel: 'webhook', recipient: 'chnnl_0000000000000000' }],
      content: { type: 'test', title: 'T', summary: 'S', facts: [], about: 'rprt_1', data: {} },
      now: clock(),
    });
  const webhook = { channel: 'webhook' };
  const deliver = () => deliverMessages({ services, clock, random: () => 0.5 });
  // Other tests of this process may have left messages, some of which are to be retried.
  await deliver();
  const left = (await readMetric('farthing_deliveries_waiting', webhook)) ?? 0;
  expect(await riseOf('farthing_deliveries_waiting', webhook, write)).toBe(1);
  const dropped = { ...webhook, status: 'dropped' };
  expect(await riseOf('farthing_deliveries_total', dropped, deliver)).toBe(1);
  expect(await readMetric('farthing_deliveries_waiting', webhook)).toBe(left);
});

test('a result that is read twice is a miss, then a hit', async () => {
  await importCsv(account, csv);
  const path = costsPath({ filter: undefined, all_costs: true, start_date: '2026-03-01' });
  const read = () => account.as.get(path);
  const results = { cache: 'cost_results' };
  expect(await riseOf('farthing_cache_misses_total', results, read)).toBeGreaterThan(0);
  expect(await riseOf('farthing_cache_hits_total', results, read)).toBeGreaterThan(0);
  expect(await readMetric('farthing_cache_entries', results)).toBeGreaterThan(0);
  expect(await readMetric('farthing_cache_bytes', results)).toBeGreaterThan(0);
});

test('statements are timed by store and kind; stores have a size, and the disk has space', async () => {
  const write = () => account.as.post('/v2/teams', { name: 'Measured' });
  const inserts = { store: 'database', kind: 'insert' };
  expect(await riseOf('farthing_store_statement_seconds_count', inserts, write)).toBeGreaterThan(0);
  const load = () => importCsv(account, csv);
  const lines = { store: 'clickhouse', kind: 'insert' };
  expect(await riseOf('farthing_store_statement_seconds_count', lines, load)).toBeGreaterThan(0);
  for (const store of ['database', 'clickhouse']) {
    expect(await readMetric('farthing_store_bytes', { store })).toBeGreaterThan(0);
    expect(await readMetric('farthing_store_up', { store })).toBe(1);
  }
  expect(await readMetric('farthing_disk_free_bytes')).toBeGreaterThan(0);
  expect(await readMetric('farthing_store_waiting_statements', { store: 'database' })).toBe(0);
});

test('what cannot be measured is left out, and the rest stays', async () => {
  const lost = gauge({ name: 'farthing_lost', help: 'Cannot be measured.' });
  const known = gauge({ name: 'farthing_known', help: 'Can be measured.', labels: ['of'] });
  const metrics = await openMetrics([lost, known]);
  const failures: unknown[] = [];
  const failing = {
    metrics: [lost],
    read: async () => {
      if (failures.length > 0) throw new Error('again');
      throw new Error('no store');
    },
  };
  const working = { metrics: [known], read: async () => [sample(known, { of: 'this' }, 7)] };
  metrics.measure([failing, working], undefined, (error) => failures.push(String(error)));
  const text = await metrics.text();
  expect(text).toContain('farthing_known{of="this"} 7');
  expect(text).not.toMatch(/^farthing_lost/m);
  expect(failures).toEqual(['Error: no store']);
});
