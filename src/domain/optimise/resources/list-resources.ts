import { CompiledQuery } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';
import type { Page } from '../../../platform/kernel/paging.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { sql } from '../../../platform/store/sql.js';
import {
  identifiersOf,
  readVisibleNames,
  type VisibleNames,
} from '../../costs/visibility/index.js';
import { type Filter, compileResourceWhere, resourceRows } from '../../costs/vql/index.js';

/** Which resources of a workspace to list. */
export interface ResourceRequest {
  workspace: string;
  filter: Filter | null;
  /** Text that the name or the identifier contains, in any case. */
  search?: string | undefined;
  page: Pick<Page, 'limit' | 'offset'>;
}

/** The resources of a workspace that match a filter, largest cost first, and how many there are. */
export async function listResources(
  ctx: Context,
  { workspace, filter, search, page }: ResourceRequest,
): Promise<{ rows: Row<'resources'>[]; total: number }> {
  const { where, values } = withSearch(
    withVisible(
      await compileFor(ctx, workspace, filter),
      await readVisibleNames({ db: ctx.db, costs: ctx.services.costs }, workspace),
    ),
    search,
  );
  const next = values.length + 1;
  // One statement, because an inventory may be completed between two.
  const statement = `
    select counted.total, page.*
    from (select count(*)::int as total from current_resources as resources where ${where}) counted
    left join (
      select * from current_resources as resources where ${where}
      order by recent_cost desc, token limit $${next} offset $${next + 1}
    ) page on true
    order by page.recent_cost desc, page.token`;
  const { rows: found } = await ctx.db.executeQuery<Row<'resources'> & { total: number }>(
    CompiledQuery.raw(statement, [...values, page.limit, page.offset]),
  );
  // A page past the end is one row without a resource.
  const rows = found.filter(({ token }) => token !== null).map(({ total: _, ...row }) => row);
  return { rows, total: found[0]!.total };
}

type Compiled = Awaited<ReturnType<typeof compileFor>>;

function withVisible({ where, values }: Compiled, visible: VisibleNames | undefined): Compiled {
  if (!visible) return { where, values };
  const { whole, short } = identifiersOf(visible);
  const [first, second, third] = [1, 2, 3].map((place) => `$${values.length + place}`);
  const seen = `(account_token = ${first} or lower(uuid) = any(${second}::text[])
    or short_id = any(${third}::text[]))`;
  return { where: `${where} and ${seen}`, values: [...values, visible.account, whole, short] };
}

function withSearch({ where, values }: Compiled, search: string | undefined): Compiled {
  if (!search) return { where, values };
  const next = `$${values.length + 1}`;
  const found = `(position(${next} in lower(uuid)) > 0 or position(${next} in lower(coalesce(label, ''))) > 0)`;
  return { where: `${where} and ${found}`, values: [...values, search.toLowerCase()] };
}

async function compileFor(ctx: Context, workspace: string, filter: Filter | null) {
  const integrations = await ctx.db
    .selectFrom('integration_workspaces')
    .select('integration_token')
    .where('workspace_token', '=', workspace)
    .execute();
  const configs = await ctx.db
    .selectFrom('virtual_tag_configs')
    .select(['token', 'key'])
    .where('account_token', '=', ctx.actor.accountToken)
    .execute();
  // Tokens are ours and contain nothing that SQL would interpret.
  const virtual = new Map(
    configs.map(({ key, token }) => [key, sql`(virtual_tags ->> ${sql.literal(token)})`]),
  );
  const source = { ...resourceRows, tags: { ...resourceRows.tags, virtual } };
  const integrationTokens = integrations.map(({ integration_token: token }) => token);
  return compileResourceWhere(filter, { integrationTokens }, source);
}
