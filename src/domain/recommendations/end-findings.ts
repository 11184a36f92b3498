import { sql } from 'kysely';
import type { EvaluationRun } from './store-findings.js';

/** What a run has evaluated: the rest keeps its findings. */
export interface Evaluated {
  types: readonly string[];
  /** Accounts, as `provider account`, that could not be evaluated. */
  failedAccounts: readonly string[];
  /** The last complete day of the bills. */
  lastDay: string;
}

/**
 * Ends findings that the run did not confirm, and notes them to be measured on the bill; brings the sums
 * of recommendations up to date and resolves those without findings.
 */
export async function endFindings(run: EvaluationRun, evaluated: Evaluated): Promise<number> {
  return run.db.transaction().execute(async (db) => {
    const within = { ...run, db };
    const ended = await noteAndDelete(within, evaluated);
    await refreshRecommendations(within, evaluated.types);
    return ended;
  });
}

async function noteAndDelete(
  { db, workspace, now }: EvaluationRun,
  { types, failedAccounts, lastDay }: Evaluated,
): Promise<number> {
  const unconfirmed = sql`from recommendation_resources f join recommendations r on r.token = f.recommendation_token
    where r.workspace_token = ${workspace} and r.resolved_at is null and f.refreshed_at < ${now}::timestamptz
      and r.type = any(${[...types]})
      and not (r.provider || ' ' || coalesce(r.provider_account_id, '') = any(${[...failedAccounts]}))`;
  await sql`
    insert into realised_savings as stored (account_token, workspace_token, recommendation_token, integration_token,
      uuid, label, monthly_before, found_at, ended_on)
    select r.account_token, r.workspace_token, r.token, f.integration_token, f.uuid,
      (select label from resources where token = f.resource_token), f.monthly_cost, f.found_at, ${lastDay}::date
    ${unconfirmed}
    on conflict (recommendation_token, uuid) do update set monthly_before = excluded.monthly_before,
      ended_on = excluded.ended_on, monthly_after = null, measured_on = null`.execute(db);
  const { numAffectedRows } = await sql`
    delete from recommendation_resources d using (select f.recommendation_token, f.uuid ${unconfirmed}) e
    where d.recommendation_token = e.recommendation_token and d.uuid = e.uuid`.execute(db);
  return Number(numAffectedRows ?? 0);
}

async function refreshRecommendations(
  { db, workspace, now }: EvaluationRun,
  types: readonly string[],
): Promise<void> {
  await sql`
    update recommendations r set potential_savings = coalesce(found.savings, 0),
      resources_affected_count = coalesce(found.resources, 0), refreshed_at = ${now},
      resolved_at = case when found.savings is null then ${now}::timestamptz end,
      archived_at = case when archived_until < (${now}::timestamptz at time zone 'UTC')::date then null else archived_at end,
      archived_until = case when archived_until < (${now}::timestamptz at time zone 'UTC')::date then null else archived_until end
    from recommendations o left join lateral (
      select sum(potential_savings) as savings, count(*)::int as resources
      from recommendation_resources where recommendation_token = o.token) found on true
    where o.token = r.token and r.workspace_token = ${workspace} and r.resolved_at is null
      and r.type = any(${[...types]})`.execute(db);
  // The trigger that follows deletions resolves at the time of the database.
  await sql`update recommendations set resolved_at = ${now}
    where workspace_token = ${workspace} and resolved_at > ${now} and type = any(${[...types]})`.execute(
    db,
  );
}
