import type { CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { selectCachedRows } from '../../../platform/store/clickhouse/cost-store.js';
import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { readCached } from '../../../platform/store/read-cache.js';
import type { Db } from '../../../platform/store/tables.js';
import {
  readVirtualTags,
  type CostsByTag,
  resolveVirtualTags,
  type TagUse,
  type VirtualTag,
} from '../virtual-tags/index.js';
import { factsOf, type Filter } from '../vql/index.js';
import { buildRowsStatement } from './build-statements.js';
import { compileFilters, type UsedVirtualTags } from './compile-filters.js';
import type { CostQuery } from './cost-query.js';
import { readScope } from './cost-scope.js';
import { allChargesSettings } from './cost-settings.js';
import { groupedTagKeys, type Grouping, isGroupedBy } from './grouping.js';
import { planCosts } from './plan-costs.js';
import type { CostRow } from './read-costs.js';
import { readCurrencyConversion } from './read-currency-conversion.js';

interface Stores {
  db: Db;
  costs: CostStore;
}

/** How a query uses tags. Grouping by whether costs are tagged depends on every virtual tag. */
export function findTagUse(
  filters: readonly Filter[],
  groupings: readonly Grouping[],
  range: DateRange,
  readsLines: boolean,
): TagUse {
  return {
    filters,
    groupedBy: groupedTagKeys(groupings),
    anyTag: isGroupedBy(groupings, 'tagged'),
    readsResources: readsLines || isGroupedBy(groupings, 'resource_id'),
    range,
  };
}

/** Reads the virtual tags that a query in a workspace uses. */
export async function readUsedVirtualTags(
  stores: Stores,
  workspace: string,
  use: TagUse,
  today: string,
): Promise<UsedVirtualTags> {
  if (!usesTags(use)) return { tags: new Map(), resolved: [], ...tagUseOf(use) };
  const account = await readAccountOf(stores.db, workspace);
  const tags = await readVirtualTags(stores.db, account);
  return resolveUsedVirtualTags(stores, { account, tags, today }, use);
}

const readAccountOf = (db: Db, workspace: string) =>
  readCached(db, `account of ${workspace}`, async () => {
    const { account_token } = await db
      .selectFrom('workspaces')
      .select('account_token')
      .where('token', '=', workspace)
      .executeTakeFirstOrThrow();
    return account_token;
  });

/** Most queries use no tag at all and need not read the virtual tags. */
function usesTags({ filters, groupedBy, anyTag = false }: TagUse): boolean {
  return (
    anyTag ||
    groupedBy.length > 0 ||
    filters.some((filter) => factsOf(filter).fields.includes('tags.name'))
  );
}

interface AccountTags {
  account: string;
  tags: readonly VirtualTag[];
  today: string;
}

/** Resolves the virtual tags that a query uses, among tags that need not be stored. */
export async function resolveUsedVirtualTags(
  stores: Stores,
  account: AccountTags,
  use: TagUse,
): Promise<UsedVirtualTags> {
  const resolved = await resolveVirtualTags(account.tags, use, {
    db: stores.db,
    costsByTag: costsByTag(stores, account),
  });
  const tags = new Map(account.tags.map((tag) => [tag.key, tag]));
  return { tags, resolved, ...tagUseOf(use) };
}

const tagUseOf = ({ range, groupedBy, anyTag = false, readsResources = false }: TagUse) => ({
  range,
  groupedBy,
  anyTag,
  readsResources,
});

/**
 * Reads the costs that other costs are allocated by. They are those of the whole account, because a
 * virtual tag means the same in every workspace.
 */
function costsByTag({ db, costs }: Stores, account: AccountTags): CostsByTag {
  return async (filter, tagKey, range, allocatedBy) => {
    const workspaces = await db
      .selectFrom('workspaces')
      .select('token')
      .where('account_token', '=', account.account)
      .orderBy('id')
      .execute();
    const tokens = workspaces.map(({ token }) => token);
    const scope = await readScope(db, tokens);
    const use = { filters: [filter], groupedBy: [tagKey], range };
    const others = account.tags.filter((tag) => tag !== allocatedBy);
    const virtual = await resolveUsedVirtualTags({ db, costs }, { ...account, tags: others }, use);
    const { condition } = await compileFilters(
      costs,
      scope,
      { combined: [filter] },
      'amortized',
      virtual,
    );
    const query: CostQuery = {
      condition,
      startDate: range.start,
      endDate: range.end,
      today: account.today,
      dateBin: 'month',
      groupings: [{ kind: 'tag', key: tagKey }],
      settings: allChargesSettings,
      // Shares need one currency, and the same one in every workspace.
      conversion: await readCurrencyConversion(db, tokens[0]!, scope, range),
      order: 'asc',
      limit: 0,
      offset: 0,
    };
    const statement = buildRowsStatement(planCosts(query));
    const rows = await selectCachedRows<CostRow>(costs, statement);
    return rows.flatMap(({ accrued_at, g0, amount, currency }) =>
      typeof g0 === 'string' && currency === query.conversion.to
        ? [{ month: accrued_at.slice(0, 7), value: g0, amount }]
        : [],
    );
  };
}
