import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/store/tables.js';

/**
 * SQL of the sums of the findings of a recommendation: `findings` counts all, `resources` and `savings`
 * those that are not dismissed.
 */
export const findingSums = (token: RawBuilder<unknown>) => sql`
  select count(*)::int as findings, count(*) filter (where dismissed_at is null)::int as resources,
    coalesce(sum(potential_savings) filter (where dismissed_at is null), 0) as savings
  from recommendation_resources where recommendation_token = ${token}`;

/** Brings the sums of a recommendation up to date after some of its findings were dismissed or restored. */
export async function refreshSums(db: Db, token: string): Promise<void> {
  await sql`
    update recommendations r set potential_savings = found.savings, resources_affected_count = found.resources
    from (${findingSums(sql`${token}`)}) found where r.token = ${token}`.execute(db);
}
