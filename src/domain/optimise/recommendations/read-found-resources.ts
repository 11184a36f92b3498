import { type Expression, type SqlBool, sql } from 'kysely';
import type { Page } from '../../../platform/kernel/paging.js';
import type { Db } from '../../../platform/store/tables.js';
import type { FoundResourceRow } from './found-resource.js';

const columns = sql`resources.token, resources.uuid, resources.type, resources.label, resources.metadata,
  resources.account_id, resources.provider_account_id, resources.provider, resources.region, resources.created_at,
  resources.tags, f.actions, f.evidence, f.uses_example_prices, f.cost_per_month::text,
  f.dismissed_at, f.dismissed_until, f.dismissed_reason`;

/** One page of the resources of recommendations, the largest saving first, with their total number. */
export async function readFoundResources(
  db: Db,
  page: Page,
  conditions: readonly Expression<SqlBool>[],
): Promise<{ found: FoundResourceRow[]; total: number }> {
  const matching = sql`from recommendation_resources f join current_resources as resources on resources.token = f.resource_token
    where ${sql.join([...conditions], sql` and `)}`;
  const { rows: found } = await sql<FoundResourceRow>`select ${columns} ${matching}
    order by f.potential_savings desc, resources.token limit ${page.limit} offset ${page.offset}`.execute(
    db,
  );
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(
    db,
  );
  return { found, total: rows[0]!.total };
}
