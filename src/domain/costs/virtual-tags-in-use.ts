import type { CostStore } from '../../platform/store/clickhouse/cost-store.js';
import { selectRows } from '../../platform/store/clickhouse/cost-store.js';
import { readCached } from '../../platform/store/read-cache.js';
import type { Db } from '../../platform/store/tables.js';
import type { VirtualTagConfig } from '../virtual-tags/config.js';
import { readVirtualTags } from '../virtual-tags/read-configs.js';
import { type CostsByTag, resolveVirtualTags, type TagUse } from '../virtual-tags/resolve.js';
import type { DateRange } from '../../platform/lib/date-intervals.js';
import { factsOf, type Filter } from '../vql/index.js';
import { compileFilters, type VirtualTags } from './cost-condition.js';
import type { CostQuery } from './cost-query.js';
import { asksForAnyTag, type Grouping, tagKeysOf } from './dimensions.js';
import { planRows } from './plan-costs.js';
import { readConversion } from './read-conversion.js';
import type { CostRow } from './read-costs.js';
import { readScope } from './scope.js';

interface Stores {
  db: Db;
  costs: CostStore;
}

/** What a question looks at of the tags. */
export function tagUse(
  filters: readonly Filter[],
  groupings: readonly Grouping[],
  range: DateRange,
): TagUse {
  return { filters, groupedBy: tagKeysOf(groupings), anyTag: asksForAnyTag(groupings), range };
}

/** The virtual tags that a question in a workspace looks at; most look at none. */
export async function readVirtualTagsInUse(
  stores: Stores,
  workspace: string,
  use: TagUse,
  today: string,
): Promise<VirtualTags> {
  if (!looksAtTags(use)) return { configs: new Map(), resolved: [], range: use.range };
  const account_token = await accountOf(stores.db, workspace);
  const configs = await readVirtualTags(stores.db, account_token);
  return useVirtualTags(stores, { account: account_token, configs, today }, use);
}

const accountOf = (db: Db, workspace: string) =>
  readCached(db, `account of ${workspace}`, async () => {
    const { account_token } = await db
      .selectFrom('workspaces')
      .select('account_token')
      .where('token', '=', workspace)
      .executeTakeFirstOrThrow();
    return account_token;
  });

/** Most questions look at no tag at all, and need not know how any is worked out. */
function looksAtTags({ filters, groupedBy, anyTag = false }: TagUse): boolean {
  return (
    anyTag ||
    groupedBy.length > 0 ||
    filters.some((each) => factsOf(each).fields.includes('tags.name'))
  );
}

interface Account {
  account: string;
  configs: readonly VirtualTagConfig[];
  today: string;
}

/** The same with virtual tags that need not be stored. */
export async function useVirtualTags(
  stores: Stores,
  account: Account,
  use: TagUse,
): Promise<VirtualTags> {
  const resolved = await resolveVirtualTags(account.configs, use, {
    db: stores.db,
    costsByTag: costsByTag(stores, account),
  });
  const configs = new Map(account.configs.map((config) => [config.key, config]));
  return { configs, resolved, range: use.range };
}

/**
 * What costs are divided by: those of the whole account, because a virtual tag means the same in
 * every workspace.
 */
function costsByTag({ db, costs }: Stores, account: Account): CostsByTag {
  return async (filter, tag, range, asking) => {
    const workspaces = await db
      .selectFrom('workspaces')
      .select('token')
      .where('account_token', '=', account.account)
      .orderBy('id')
      .execute();
    const tokens = workspaces.map(({ token }) => token);
    const scope = await readScope(db, tokens);
    const use = { filters: [filter], groupedBy: [tag], range };
    const others = account.configs.filter((config) => config !== asking);
    const virtual = await useVirtualTags({ db, costs }, { ...account, configs: others }, use);
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
      groupings: [{ kind: 'tag', key: tag }],
      settings: everyCharge,
      // Shares need one currency, and the same one whoever asks.
      conversion: await readConversion(db, tokens[0]!, scope, range),
      order: 'asc',
      limit: 0,
      offset: 0,
    };
    const { sql, params } = planRows(query);
    const rows = await selectRows<CostRow>(costs.client, sql, params);
    return rows.flatMap(({ accrued_at, g0, amount, currency }) =>
      typeof g0 === 'string' && currency === query.conversion.to
        ? [{ month: accrued_at.slice(0, 7), value: g0, amount }]
        : [],
    );
  };
}

/** Everything counts, in the amortised view. */
export const everyCharge = {
  amortize: true,
  includeCredits: true,
  includeRefunds: true,
  includeDiscounts: true,
  includeTax: true,
  aggregateBy: 'cost',
} as const;
