import { sql } from 'kysely';
import { formatDate } from '../../../platform/lib/time.js';
import { findingSums, refreshSums } from './finding-sums.js';
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
    await forgetReturned(within);
    await endDismissals(within);
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
      uuid, label, potential_savings, monthly_before, found_at, ended_on)
    select r.account_token, r.workspace_token, r.token, f.integration_token, f.uuid,
      (select label from current_resources as resources where token = f.resource_token), f.potential_savings, f.monthly_cost, f.found_at, ${lastDay}::date
    ${unconfirmed}
    on conflict (recommendation_token, uuid) do update set monthly_before = excluded.monthly_before,
      ended_on = excluded.ended_on, monthly_after = null, measured_on = null`.execute(db);
  const { numAffectedRows } = await sql`
    delete from recommendation_resources d using (select f.recommendation_token, f.uuid ${unconfirmed}) e
    where d.recommendation_token = e.recommendation_token and d.uuid = e.uuid`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** What is found again has not been saved. */
async function forgetReturned({ db, workspace }: EvaluationRun): Promise<void> {
  await sql`
    delete from realised_savings s using recommendations ended, recommendations r, recommendation_resources f
    where s.workspace_token = ${workspace} and s.measured_on is null and ended.token = s.recommendation_token
      and r.workspace_token = s.workspace_token and r.type = ended.type and r.resolved_at is null
      and f.recommendation_token = r.token and f.uuid = s.uuid`.execute(db);
}

/** Restores findings whose dismissal has ended; those of types that are not evaluated today, too. */
async function endDismissals({ db, workspace, now }: EvaluationRun): Promise<void> {
  const { rows } = await sql<{ token: string }>`
    update recommendation_resources f set dismissed_at = null, dismissed_until = null, dismissed_reason = null
    from recommendations r
    where r.token = f.recommendation_token and r.workspace_token = ${workspace}
      and f.dismissed_until < ${formatDate(now)}::date
    returning r.token`.execute(db);
  for (const token of new Set(rows.map((row) => row.token))) await refreshSums(db, token);
}

async function refreshRecommendations(
  { db, workspace, now }: EvaluationRun,
  types: readonly string[],
): Promise<void> {
  await sql`
    update recommendations r set potential_savings = found.savings, resources_affected_count = found.resources,
      refreshed_at = ${now}, resolved_at = case when found.findings = 0 then ${now}::timestamptz end
    from recommendations o cross join lateral (${findingSums(sql`o.token`)}) found
    where o.token = r.token and r.workspace_token = ${workspace} and r.resolved_at is null
      and r.type = any(${[...types]})`.execute(db);
  // The trigger that follows deletions resolves at the time of the database.
  await sql`update recommendations set resolved_at = ${now}
    where workspace_token = ${workspace} and resolved_at > ${now} and type = any(${[...types]})`.execute(
    db,
  );
}
