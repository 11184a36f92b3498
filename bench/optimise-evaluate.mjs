// One size of the benchmark of recommendations: an account with this many resources of all types and their bill.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { focusStructure } from '../build/demo/focus-columns.js';
import { focusSelectText } from './focus-select.mjs';
import { evaluateWorkspace } from '../build/domain/optimise/recommendations/evaluate-workspace.js';
import { rules } from '../build/domain/optimise/recommendations/rules/index.js';
import { operatorContext } from '../build/platform/kernel/operator-context.js';
import { addIntegration, openBenchApp } from './bench-app.mjs';
import { printResult, timed } from './bench-step.mjs';
import { year } from './costs-lines.mjs';

const count = Number(process.argv[2]);
const types = [
  ...new Set(
    rules
      .filter(({ provider }) => provider === 'aws')
      .flatMap((rule) => (rule.scope === 'resource' ? rule.resourceTypes : [])),
  ),
];
const integration = 'accss_crdntl_00000000000000aa';
const owner = '111122223333';
const uuidPrefix = `arn:aws:ec2:us-east-1:${owner}:resource/r-`;
const folder = mkdtempSync(join(tmpdir(), 'farthing-bench-'));
const { app, workspace } = await openBenchApp(join(folder, 'data'));
const { db, costs, importer } = app.services;
try {
  await addIntegration(app, workspace, integration);
  await addResources();
  await importBill();
  printResult(await measure());
} finally {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
}

/** The first run stores every finding; the daily one finds the same again. */
async function measure() {
  const ctx = await operatorContext(app);
  const evaluate = async () => {
    const { findings, failures } = await evaluateWorkspace(ctx, workspace.token, rules);
    if (failures.length > 0) throw failures[0];
    return findings;
  };
  const before = process.memoryUsage.rss();
  let peak = before;
  const sampler = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const first = await timed(evaluate);
  const daily = await timed(evaluate);
  clearInterval(sampler);
  if (daily.result !== first.result) throw new Error('The second run found something else.');
  return {
    findings: first.result,
    first: first.ms,
    daily: daily.ms,
    addedMegabytes: Math.round((peak - before) / 2 ** 20),
  };
}

/** Resources of all types in turn, with metadata that most rules look for. */
async function addResources() {
  await sql`insert into resources (token, account_token, integration_token, provider, uuid, type, account_id,
      provider_account_id, region, tags, metadata, in_inventory, state_since, last_seen_at, created_at)
    select 'prvdr_rsrc_' || lpad(to_hex(n), 16, '0'), ${workspace.account_token}, ${integration}, 'aws',
      ${uuidPrefix} || n, (${types}::text[])[1 + n % ${types.length}::int], ${owner}, '999900001111', 'us-east-1',
      jsonb_build_object('Name', 'thing-' || n),
      jsonb_build_object('volume_type', case n % 2 when 0 then 'gp2' else 'gp3' end, 'size', 1 + n % 1000,
        'state', case n % 3 when 0 then 'available' else 'in-use' end, 'detached_at', '2025-10-01T00:00:00Z',
        'instance_type', 'm5.xlarge', 'db_instance_class', 'db.m5.xlarge', 'max_cpu', n % 100, 'max_memory', n % 97),
      true, timestamptz '2025-01-01', ${app.clock()}, timestamptz '2025-01-01'
    from generate_series(1, ${count}::int) n`.execute(db);
}

async function importBill() {
  const path = join(folder, 'bill.parquet');
  const price = "toDecimal128('0.05', 4)";
  const columns = {
    BillingAccountId: "'999900001111'",
    BillingCurrency: "'USD'",
    BillingPeriodStart: 'toStartOfMonth(start)',
    BillingPeriodEnd: 'toStartOfMonth(start) + INTERVAL 1 MONTH',
    ChargePeriodStart: 'start',
    ChargePeriodEnd: 'start + INTERVAL 1 DAY',
    ChargeCategory: "'Usage'",
    BilledCost: `24 * ${price}`,
    EffectiveCost: `24 * ${price}`,
    ListCost: `24 * ${price}`,
    ListUnitPrice: price,
    PricingCategory: "'Standard'",
    PricingQuantity: '24',
    PricingUnit: "'Hours'",
    ConsumedQuantity: '24',
    ConsumedUnit: "'Hours'",
    ProviderName: "'AWS'",
    RegionId: "'us-east-1'",
    ResourceId: `concat('${uuidPrefix}', toString(1 + number % ${count}))`,
    ServiceName: "'Amazon Elastic Compute Cloud'",
    SubAccountId: `'${owner}'`,
    Tags: 'map()',
  };
  const start = `toDateTime(toDate('${year.today}') - 31 + intDiv(number, ${count}), 'UTC')`;
  await costs.bulk.command({
    query:
      `INSERT INTO FUNCTION file('${path}', 'Parquet', '${focusStructure.replaceAll("'", "\\'")}')\n` +
      `${focusSelectText(columns)} FROM (SELECT number, ${start} AS start FROM numbers(${count * 31}))`,
  });
  await importer.import({
    integrationToken: integration,
    provider: 'aws',
    files: [{ name: 'bill.parquet', path }],
  });
}
