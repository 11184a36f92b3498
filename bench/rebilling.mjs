// Rebills managed accounts with 50 rules each, beside a copy of the same loads with the same rollups and no rules.
// Usage: npm run bench:rebilling [-- SIZE], in millions of lines. Default: 10.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { insertRebilledLines } from '../build/domain/billing/rebilling/insert-rebilled-lines.js';
import { rebillAccount } from '../build/domain/billing/rebilling/rebill-account.js';
import { storeRebilledLoad } from '../build/domain/billing/rebilling/store-rebilled-load.js';
import { createAccount } from '../build/domain/people/users/create-account.js';
import { openBenchApp } from './bench-app.mjs';
import { timed } from './bench-step.mjs';

const millions = Number(process.argv[2] ?? 10);
if (!(millions > 0 && millions <= 100)) throw new Error('Pass the size in millions of lines.');
const [accountCount, ruleCount, mostTimes] = [200, 50, 5];
const linesPerAccount = Math.round((millions * 1e6) / accountCount);
const folder = mkdtempSync(join(tmpdir(), 'farthing-bench-'));

const { app } = await openBenchApp(join(folder, 'data'));
const { db, costs } = app.services;
try {
  await measure();
} finally {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
}

async function measure() {
  console.log(
    `${cpus().length} x ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
  );
  const { token: parent } = await db
    .selectFrom('accounts')
    .select('token')
    .executeTakeFirstOrThrow();
  const rules = await addRules(parent);
  const accounts = [];
  for (let number = 0; number < accountCount; number += 1) {
    accounts.push(await addAccount(parent, number, rules));
  }
  await generateLines(accounts.map(({ loadId }) => loadId));
  const copied = await timed(async () => {
    for (const account of accounts) await copyLoad(account);
  });
  await db
    .updateTable('loads')
    .set({ status: 'dropped' })
    .where('fingerprint', '=', 'copy')
    .execute();
  const rebilled = await timed(async () => {
    for (const { token } of accounts) await rebillAccount(app.services, token, app.clock());
  });
  const ratio = rebilled.ms / copied.ms;
  console.log(
    `${accountCount} accounts, ${ruleCount} rules each, ${millions} million lines: ${Math.round(rebilled.ms)} ms; ` +
      `without rules ${Math.round(copied.ms)} ms; ${ratio.toFixed(2)} times, at most ${mostTimes}: ${ratio <= mostTimes ? 'met' : 'missed'}`,
  );
}

/** Two in five are custom SQL; the others are adjustments and exclusions. */
function ruleOf(number) {
  const service = `Service ${number % 20}`;
  if (number % 5 === 0) {
    const sql_query = `UPDATE costs SET amount = costs.amount * 1.0${number % 10} WHERE costs.service = '${service}' AND costs.region LIKE 'eu-%'`;
    return { type: 'custom', sql_query };
  }
  if (number % 5 === 1) {
    const sql_query = `UPDATE costs SET cost_category = UPPER(costs.cost_category) WHERE costs.account_id = '${number}'`;
    return { type: 'custom', sql_query };
  }
  if (number % 5 === 2) return { type: 'exclusion', charge_type: `Excluded ${number}` };
  return { type: 'adjustment', service, percentage: String(80 + (number % 19)) };
}

async function addRules(parent) {
  const tokens = [];
  for (let number = 0; number < ruleCount; number += 1) {
    const token = `bllng_rule_bench_${number}`;
    await db
      .insertInto('billing_rules')
      .values({
        token,
        account_token: parent,
        title: token,
        apply_to_all: false,
        execution_group: 3,
        created_at: app.clock(),
        ...ruleOf(number),
      })
      .execute();
    tokens.push(token);
  }
  return tokens;
}

async function addAccount(parent, number, rules) {
  const now = app.clock();
  const { account, workspace } = await createAccount(db, {
    name: `Customer ${number}`,
    ownerEmail: `owner-${number}@example.com`,
    now,
  });
  const { token } = account;
  const integration = `accss_crdntl_bench_${number}`;
  await db
    .insertInto('managed_accounts')
    .values({
      token,
      account_token: parent,
      contact_email: `contact-${number}@example.com`,
      billing_information: '{}',
      business_information: '{}',
      created_at: now,
    })
    .execute();
  await db
    .insertInto('managed_account_billing_rules')
    .values(
      rules.map((rule, position) => ({
        managed_account_token: token,
        billing_rule_token: rule,
        position,
      })),
    )
    .execute();
  await db
    .insertInto('integrations')
    .values({
      token: integration,
      account_token: parent,
      provider: 'aws',
      name: integration,
      status: 'imported',
      settings: '{}',
      created_at: now,
    })
    .execute();
  await db
    .insertInto('integration_workspaces')
    .values({ integration_token: integration, workspace_token: workspace.token })
    .execute();
  const { load_id: loadId } = await db
    .insertInto('loads')
    .values({
      account_token: parent,
      integration_token: integration,
      partition: 'aws_cur//2026-01-01',
      format: 'aws_cur',
      fingerprint: integration,
      status: 'active',
      runner: 'bench',
      seen_at: now,
      started_at: now,
      finished_at: now,
      first_date: '2026-01-01',
      last_date: '2026-01-31',
      totals: '[]',
    })
    .returning('load_id')
    .executeTakeFirstOrThrow();
  return { token, integration, loadId };
}

function generateLines(loadIds) {
  return costs.bulk.command({
    query: `INSERT INTO lines (load_id, integration_token, source_format, source_file, source_row, part, line_kind,
        billing_period, charge_start, charge_end, usage_date, granularity, provider, account_id, service, region,
        cost_category, cost_subcategory, resource_id, charge_type, charge_group, commitment_type, usage_amount,
        usage_unit, billed_cost, effective_cost, currency)
      SELECT [${loadIds.join(', ')}][intDiv(number, ${linesPerAccount}) + 1],
        concat('accss_crdntl_bench_', toString(intDiv(number, ${linesPerAccount}))), 'aws_cur', 'bill.csv', number, 0,
        'charge', toDate('2026-01-01'), toDateTime('2026-01-01', 'UTC') + 3600 * (number % 744),
        toDateTime('2026-01-01', 'UTC') + 3600 * (number % 744 + 1), toDate('2026-01-01') + intDiv(number % 744, 24),
        'hour', 'aws', toString(number % 60), concat('Service ', toString(number % 20)),
        ['eu-west-1', 'eu-central-1', 'us-east-1'][number % 3 + 1], 'Compute', concat('Usage ', toString(number % 40)),
        concat('i-', toString(number % 1000)), 'Usage', 'usage', 'on_demand', 1, 'Hrs',
        toDecimal128(number % 9973, 18) / 1000, toDecimal128(number % 9973, 18) / 1000, 'USD'
      FROM numbers(${linesPerAccount * loadIds.length})`,
    clickhouse_settings: { max_partitions_per_insert_block: '0' },
  });
}

/** What rebilling does, without rules. */
function copyLoad({ token, integration, loadId: from }) {
  return storeRebilledLoad(app.services, {
    planned: {
      integrationToken: integration,
      partition: 'aws_cur//2026-01-01',
      partitionPrefix: '',
      format: 'aws_cur',
      payers: [],
      fingerprint: 'copy',
      rebilled: { managedAccount: token, from, ruleTokens: [] },
    },
    replaces: [],
    statements: (loadId) => [
      insertRebilledLines(`SELECT * FROM lines WHERE load_id = ${from}`, [], [], loadId),
    ],
    firstDate: '2026-01-01',
    lastDate: '2026-01-31',
    warnings: [],
    onActivate: async () => undefined,
  });
}
