import { type CostStore, selectCachedRows } from '../../../platform/store/clickhouse/cost-store.js';
import type { Db } from '../../../platform/store/tables.js';
import { readVirtualTags, type VirtualTag } from '../virtual-tags/index.js';
import { buildRowsStatement } from './build-statements.js';
import { compileFilters } from './compile-filters.js';
import type { CostScope } from './cost-scope.js';
import { allChargesSettings } from './cost-settings.js';
import type { KnownVirtualTag } from './known-values.js';
import { planCosts } from './plan-costs.js';
import type { CostRow } from './read-costs.js';
import { resolveUsedVirtualTags } from './read-used-virtual-tags.js';

/** Which virtual tags to evaluate, over which costs. */
interface VirtualTagRequest {
  account: string;
  scope: CostScope;
  today: string;
  /** Only this one. */
  key?: string;
}

/** Reads the values that the virtual tags of an account give to the costs in scope, once per provider. */
export async function readVirtualTagValues(
  stores: { db: Db; costs: CostStore },
  { key, ...request }: VirtualTagRequest,
): Promise<KnownVirtualTag[]> {
  const tags = await readVirtualTags(stores.db, request.account);
  const found: KnownVirtualTag[] = [];
  for (const { key: tag_key } of tags.filter((tag) => key === undefined || tag.key === key)) {
    found.push({ tag_key, tag_value: '', provider: '' });
    if (request.scope.loads.length === 0) continue;
    for (const { g0, g1 } of await readRows(stores, { ...request, tags, tagKey: tag_key })) {
      if (g1 !== null) found.push({ tag_key, tag_value: String(g1), provider: String(g0) });
    }
  }
  return found;
}

async function readRows(
  { db, costs }: { db: Db; costs: CostStore },
  {
    account,
    scope,
    today,
    tags,
    tagKey,
  }: Omit<VirtualTagRequest, 'key'> & { tags: readonly VirtualTag[]; tagKey: string },
): Promise<CostRow[]> {
  const range = {
    start: scope.loads.map(({ first }) => first).toSorted()[0]!,
    end: scope.loads
      .map(({ last }) => last)
      .toSorted()
      .at(-1)!,
  };
  const use = { filters: [], groupedBy: [tagKey], range };
  const virtual = await resolveUsedVirtualTags({ db, costs }, { account, tags, today }, use);
  const { condition } = await compileFilters(costs, scope, { combined: [] }, 'amortized', virtual);
  const plan = planCosts({
    condition: { ...condition, namesProviders: true },
    startDate: range.start,
    endDate: range.end,
    today,
    dateBin: 'range',
    groupings: [
      { kind: 'dimension', name: 'provider' },
      { kind: 'tag', key: tagKey },
    ],
    settings: allChargesSettings,
    conversion: {
      to: 'USD',
      method: 'daily',
      factors: [],
      unratedCurrencies: [...scope.currencies],
    },
    order: 'asc',
    limit: 0,
    offset: 0,
  });
  return selectCachedRows<CostRow>(costs, buildRowsStatement(plan));
}
