import { type Expression, type SqlBool, sql } from 'kysely';
import { rules } from './rules/index.js';

/** Types whose savings add to those of the other recommendations about a resource. */
const addingTypes = rules.filter(({ addsToOthers }) => addsToOthers).map(({ type }) => type);

/**
 * SQL of the findings that totals of savings add up, as `counted_savings`: of each resource, those that can
 * be carried out together and save most. What several recommendations say about a resource are alternatives,
 * except types that add to others. Together they save at most what the resource costs per month,
 * `resource_cost`; a finding about something that no bill has does not count. Every total is a sum of these rows.
 *
 * A finding about something that is no resource any more is told apart by its identifier.
 */
export const countedFindings = (workspace: string, condition: Expression<SqlBool>) => sql`
  select best.*, row_number() over own = 1 as is_first, greatest(0,
    least(potential_savings, resource_cost - (sum(potential_savings) over own - potential_savings))) as counted_savings
  from (
    select distinct on (resource_key, added_type) *
    from (
      select f.*, coalesce(f.resource_token, f.uuid) as resource_key,
        case when r.type = any(${addingTypes}) then r.type end as added_type,
        min(f.cost_per_month) over (partition by coalesce(f.resource_token, f.uuid)) as resource_cost
      from recommendations r join recommendation_resources f on f.recommendation_token = r.token
      where r.workspace_token = ${workspace} and r.resolved_at is null
        and f.cost_per_month is not null and ${condition}
    ) open
    order by resource_key, added_type, potential_savings desc, recommendation_token
  ) best
  window own as (partition by resource_key order by potential_savings desc, recommendation_token
    rows unbounded preceding)`;
