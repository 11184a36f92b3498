import { sql } from 'kysely';
import { newToken } from '../../../platform/lib/tokens.js';
import type { Db } from '../../../platform/store/tables.js';
import type { FoundResource } from './evaluate-account.js';
import { lastPart } from '../resources/index.js';
import type { Rule } from './rule.js';

/** Whose findings are stored, and by which run. */
export interface EvaluationRun {
  db: Db;
  accountToken: string;
  workspace: string;
  integrations: readonly string[];
  now: Date;
}

/** Findings per statement. */
const batchSize = 1000;

/** Stores findings of a rule in one account: opens its recommendation, or refreshes what it has. */
export async function storeFindings(
  run: EvaluationRun,
  rule: Rule,
  accountId: string | null,
  findings: readonly FoundResource[],
): Promise<void> {
  if (findings.length === 0) return;
  const token = await openRecommendation(run, rule, accountId);
  for (let index = 0; index < findings.length; index += batchSize) {
    await upsertFindings(run, token, findings.slice(index, index + batchSize));
  }
}

async function openRecommendation(
  { db, accountToken, workspace, now }: EvaluationRun,
  rule: Rule,
  accountId: string | null,
): Promise<string> {
  const { type, category, service, provider, description } = rule;
  await db
    .insertInto('recommendations')
    .values({
      token: newToken('rcmmndtn'),
      account_token: accountToken,
      workspace_token: workspace,
      type,
      category,
      service,
      provider,
      description,
      provider_account_id: accountId,
      refreshed_at: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { token } = await db
    .selectFrom('recommendations')
    .select('token')
    .where('workspace_token', '=', workspace)
    .where('type', '=', type)
    .where('provider_account_id', 'is not distinct from', accountId)
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow();
  return token;
}

/**
 * One statement for all of them; the resource is the one that the inventory or the bill knows best. Rules
 * over the lines of an account have the identifier of the bill, under which an inventory may know another.
 */
async function upsertFindings(
  { db, integrations, now }: EvaluationRun,
  recommendation: string,
  findings: readonly FoundResource[],
): Promise<void> {
  const rows = findings.map(({ uuid, actions, evidence, ...found }) => ({
    uuid,
    savings: actions[0].potential_savings,
    monthly_cost: found.monthlyCost ?? '0',
    cost_per_month: found.costPerMonth,
    actions,
    evidence,
    uses_example_prices: found.usesExamplePrices,
  }));
  await sql`
    insert into recommendation_resources as stored (recommendation_token, uuid, resource_token, integration_token,
      potential_savings, monthly_cost, cost_per_month, actions, evidence, uses_example_prices, found_at, refreshed_at)
    select ${recommendation}, f.uuid, r.token, r.integration_token, f.savings, f.monthly_cost, f.cost_per_month, f.actions, f.evidence,
      f.uses_example_prices, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as f (uuid text, savings numeric, monthly_cost numeric, cost_per_month numeric, actions jsonb, evidence jsonb, uses_example_prices boolean)
    left join lateral (select token, integration_token from current_resources as resources
      where integration_token = any(${[...integrations]})
        and short_id = ${lastPart('f.uuid')} and (uuid = f.uuid or billed_id = f.uuid)
      order by uuid = f.uuid desc, in_inventory desc, id limit 1) r on true
    on conflict (recommendation_token, uuid) do update set resource_token = excluded.resource_token,
      integration_token = excluded.integration_token, potential_savings = excluded.potential_savings,
      monthly_cost = case when excluded.monthly_cost = 0 then stored.monthly_cost else excluded.monthly_cost end,
      cost_per_month = excluded.cost_per_month, actions = excluded.actions, evidence = excluded.evidence,
      uses_example_prices = excluded.uses_example_prices, refreshed_at = excluded.refreshed_at`.execute(
    db,
  );
}
