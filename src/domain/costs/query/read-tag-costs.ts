import { selectCachedRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import type { Db } from '../../../platform/store/tables.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { readVirtualTags } from '../virtual-tags/index.js';
import {
  buildLeftOutKeyStatement,
  buildTagKeysStatement,
  buildVirtualKeyStatement,
} from './build-tag-costs.js';
import { endOf } from './cost-query.js';
import { scopeWithin } from './cost-scope.js';
import type { Grouping } from './grouping.js';
import { type CostQueryRequest, type PreparedQuery, prepareQuery } from './prepare-query.js';
import { readCosts } from './read-costs.js';

/** The costs that have a tag. */
export interface TagCost {
  key: string;
  isVirtual: boolean;
  amount: string;
  /** Null where almost every resource has a value of its own. */
  valueCount: number | null;
  /** Providers with costs that have the tag, as in groupings. */
  providers: string[];
}

export interface TagCosts {
  total: string;
  /** Costs with at least one tag. */
  tagged: string;
  /** Every key that has costs, and every virtual tag; the largest first. */
  keys: TagCost[];
}

interface Stores {
  db: Db;
  costs: CostStore;
}

type TagCostsRequest = Omit<CostQueryRequest<'range'>, 'groupings'> & { account: string };
type Prepare = (groupings: readonly Grouping[]) => Promise<PreparedQuery<'range'>>;

/**
 * Reads the costs by tag key: one statement for the tags of providers, and one for each virtual tag and
 * each key that the rollup by tags leaves out.
 */
export async function readTagCosts(
  stores: Stores,
  { account, ...request }: TagCostsRequest,
): Promise<TagCosts & Pick<PreparedQuery<'range'>, 'query' | 'scope'>> {
  const prepare: Prepare = (groupings) => prepareQuery(stores, { ...request, groupings });
  const { query, scope } = await prepare([]);
  if (query.startDate >= endOf(query)) return { total: '0', tagged: '0', keys: [], query, scope };
  const { loadIds, leftOutTagKeys } = scopeWithin(scope, request.range);
  const virtualKeys = (await readVirtualTags(stores.db, account)).map(({ key }) => key);
  const leftOut = leftOutTagKeys.filter((key) => !virtualKeys.includes(key));
  const ofProviders = await selectCachedRows<KeyRow & { tag_key: string }>(
    stores.costs,
    buildTagKeysStatement(query, { loadIds, excludedKeys: [...virtualKeys, ...leftOut] }),
  );
  const keys = [
    ...ofProviders.map(({ tag_key: key, ...row }) => tagCost(key, row)),
    // One after the other: each may take as much memory as a statement is given.
    ...(await inTurn(leftOut, async (key) => {
      const rows = await selectCachedRows<KeyRow>(
        stores.costs,
        buildLeftOutKeyStatement(query, key),
      );
      return rows.map((row) => tagCost(key, row));
    })),
    ...(await inTurn(virtualKeys, async (key) => {
      const { query: byTag } = await prepare([
        { kind: 'tag', key },
        { kind: 'dimension', name: 'provider' },
      ]);
      const rows = await selectCachedRows<KeyRow>(stores.costs, buildVirtualKeyStatement(byTag));
      return rows.map((row) => ({ ...tagCost(key, row), isVirtual: true }));
    })),
  ];
  return { ...(await readCoverage(stores, prepare)), keys: keys.toSorted(byAmount), query, scope };
}

interface KeyRow {
  amount: string;
  value_count?: string;
  providers: string[];
}

const tagCost = (key: string, row: KeyRow): TagCost => ({
  key,
  isVirtual: false,
  amount: row.amount,
  valueCount: row.value_count === undefined ? null : Number(row.value_count),
  providers: row.providers,
});

async function readCoverage({ costs }: Stores, prepare: Prepare) {
  const { query } = await prepare([{ kind: 'dimension', name: 'tagged' }]);
  const { rows, total } = await readCosts(costs, { ...query, limit: 10 });
  const isTagged = rows.find(({ g0, currency }) => g0 === true && currency === total.currency);
  return { total: total.amount, tagged: isTagged?.amount ?? '0' };
}

function byAmount(one: TagCost, other: TagCost): number {
  return (
    new Decimal(other.amount).comparedTo(one.amount) ||
    (one.key < other.key ? -1 : Number(one.key > other.key))
  );
}

async function inTurn<Value, Result>(
  values: readonly Value[],
  read: (value: Value) => Promise<Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const value of values) results.push(...(await read(value)));
  return results;
}
