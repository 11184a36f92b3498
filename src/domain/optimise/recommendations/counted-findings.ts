import { type Expression, type SqlBool, sql } from 'kysely';

/**
 * SQL of the findings that totals of savings add up: what several recommendations say about a resource
 * are alternatives, so it counts once, with the largest saving. Every total is a sum of these rows.
 *
 * A finding about something that is no resource any more is told apart by its identifier.
 */
export const countedFindings = (workspace: string, condition: Expression<SqlBool>) => sql`
  select distinct on (coalesce(f.resource_token, f.uuid)) f.*
  from recommendations r join recommendation_resources f on f.recommendation_token = r.token
  where r.workspace_token = ${workspace} and r.resolved_at is null and ${condition}
  order by coalesce(f.resource_token, f.uuid), f.potential_savings desc, f.recommendation_token`;
