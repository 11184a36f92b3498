// Evaluates 2,000 cost alerts over 100 reports in one pass, compared with one cost query per alert.
// Usage: npm run bench:alerts [-- MILLIONS OF LINES]. Default: 1.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { evaluateCostAlerts } from '../build/domain/watch/cost-alerts/evaluate-cost-alerts.js';
import { ResultCache } from '../build/platform/store/clickhouse/result-cache.js';
import { openBenchApp, secret } from './bench-app.mjs';
import { runStep, timed } from './bench-step.mjs';

const millions = Number(process.argv[2] ?? 1);
if (!(millions > 0 && millions <= 100)) throw new Error('Pass the size in millions of lines.');
const [reportCount, alertCount] = [100, 2_000];
const folder = mkdtempSync(join(tmpdir(), 'farthing-bench-'));
try {
  await runStep('costs-generate.mjs', folder, 'plain', millions * 1_000_000, false);
  await runStep('costs-import.mjs', folder, 'parquet', join(folder, 'data'));
  await measure();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure() {
  const { app, workspace } = await openBenchApp(join(folder, 'data'));
  try {
    const { db, costs } = app.services;
    await createReports(app, workspace);
    await createAlerts(db, workspace);
    // An alert that was there before its days reports them; none does twice.
    const payload = { account_token: workspace.account_token };
    const evaluate = () =>
      evaluateCostAlerts.run(payload, { services: app.services, clock: app.clock });
    await evaluate();
    costs.results = new ResultCache();
    const statements = recordQueries(costs.client);
    const shared = await timed(evaluate);
    statements.stop();
    const perAlert = await timed(() => repeat(costs.client, statements.list));
    print(shared, perAlert, statements.list.length);
  } finally {
    await app.close();
  }
}

/** Reports whose costs differ, so that no result serves two of them. */
async function createReports(app, workspace) {
  for (let n = 0; n < reportCount; n += 1) {
    const response = await app.server.inject({
      method: 'POST',
      url: '/v2/cost_reports',
      headers: { authorization: `Bearer ${secret}` },
      payload: {
        workspace_token: workspace.token,
        title: `Report ${n}`,
        filter: `costs.provider = 'aws' AND costs.account_id != '${n}'`,
        groupings: 'service,region',
      },
    });
    if (response.statusCode !== 201) throw new Error(response.body);
  }
}

async function createAlerts(db, { account_token, token }) {
  const reports = await db
    .selectFrom('cost_reports')
    .select('token')
    .where('title', 'like', 'Report %')
    .execute();
  await sql`insert into cost_alerts (token, account_token, workspace_token, title, interval, unit_type,
      threshold, armed_at, created_at, updated_at)
    select 'cstm_alrt_rl_' || md5(n::text), ${account_token}, ${token}, 'Alert ' || n,
      (array['day', 'week', 'month', 'quarter'])[1 + n % 4], 'currency', 1000000 + n,
      timestamp '2025-01-01', timestamp '2025-01-01', timestamp '2025-01-01'
    from generate_series(1, ${alertCount}) n`.execute(db);
  await sql`insert into cost_alert_reports (cost_alert_token, cost_report_token)
    select token, (${reports.map((report) => report.token)}::text[])[1 + (id % ${reportCount})::int]
    from cost_alerts`.execute(db);
}

/** Collects what is asked of the engine until it is stopped. */
function recordQueries(client) {
  const query = client.query;
  const list = [];
  client.query = (parameters) => {
    list.push(parameters);
    return query.call(client, parameters);
  };
  return { list, stop: () => (client.query = query) };
}

/** Each query as often as alerts watch its report. */
async function repeat(client, statements) {
  for (let round = 0; round < alertCount / reportCount; round += 1) {
    for (const { abort_signal: _, ...statement } of statements) {
      await (await client.query(statement)).text();
    }
  }
}

function print(shared, perAlert, queries) {
  console.log(
    `${cpus().length} x ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
  );
  const seconds = ({ ms }) => `${(ms / 1000).toFixed(1)} s`;
  console.log(`${millions} million lines: ${shared.result}`);
  console.log(
    `one pass: ${seconds(shared)}, ${queries} statements; the statements once per alert: ${seconds(perAlert)};` +
      ` ${(perAlert.ms / shared.ms).toFixed(1)} times as long`,
  );
}
