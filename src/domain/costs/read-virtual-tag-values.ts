import { selectRows, type CostStore } from '../../platform/store/clickhouse/cost-store.js';
import type { Db } from '../../platform/store/tables.js';
import type { VirtualTagConfig } from '../virtual-tags/config.js';
import { readVirtualTags } from '../virtual-tags/read-configs.js';
import { compileFilters } from './cost-condition.js';
import type { KnownVirtualTag } from './known-values.js';
import { planRows } from './plan-costs.js';
import type { CostRow } from './read-costs.js';
import type { CostScope } from './scope.js';
import { everyCharge, useVirtualTags } from './virtual-tags-in-use.js';

/** Whose virtual tags are asked for, over which costs. */
interface Asked {
  account: string;
  scope: CostScope;
  today: string;
  /** Only this one. */
  key?: string;
}

/** What the virtual tags of an account say of the costs in scope, each value once a provider. */
export async function readVirtualTagValues(
  stores: { db: Db; costs: CostStore },
  { account, scope, today, key }: Asked,
): Promise<KnownVirtualTag[]> {
  const configs = await readVirtualTags(stores.db, account);
  const wanted = configs.filter((config) => key === undefined || config.key === key);
  const found: KnownVirtualTag[] = [];
  for (const { key: tag_key } of wanted) {
    found.push({ tag_key, tag_value: '', provider: '' });
    if (scope.loads.length === 0) continue;
    for (const { g0, g1 } of await rowsOf(stores, { account, scope, today, configs, tag_key })) {
      if (g1 !== null) found.push({ tag_key, tag_value: String(g1), provider: String(g0) });
    }
  }
  return found;
}

async function rowsOf(
  { db, costs }: { db: Db; costs: CostStore },
  {
    account,
    scope,
    today,
    configs,
    tag_key,
  }: Omit<Asked, 'key'> & { configs: readonly VirtualTagConfig[]; tag_key: string },
): Promise<CostRow[]> {
  const range = {
    start: scope.loads.map(({ first }) => first).toSorted()[0]!,
    end: scope.loads
      .map(({ last }) => last)
      .toSorted()
      .at(-1)!,
  };
  const use = { filters: [], groupedBy: [tag_key], range };
  const virtual = await useVirtualTags({ db, costs }, { account, configs, today }, use);
  const { condition } = await compileFilters(costs, scope, { combined: [] }, 'amortized', virtual);
  const { sql, params } = planRows({
    condition: { ...condition, namesProviders: true },
    startDate: range.start,
    endDate: range.end,
    today,
    dateBin: 'range',
    groupings: [
      { kind: 'dimension', name: 'provider' },
      { kind: 'tag', key: tag_key },
    ],
    settings: everyCharge,
    conversion: { to: 'USD', method: 'daily', factors: [], unrated: [...scope.currencies] },
    order: 'asc',
    limit: 0,
    offset: 0,
  });
  return selectRows<CostRow>(costs.client, sql, params);
}
