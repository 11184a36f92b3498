import type { CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import type { Db } from '../../../platform/store/tables.js';
import type { DateRange } from '../../../platform/lib/date-intervals.js';
import {
  type CompiledFilters,
  compileFilters,
  type CostFilters,
  listFilters,
} from './compile-filters.js';
import type { CostQuery } from './cost-query.js';
import { type CostScope, readScope, scopeWithin } from './cost-scope.js';
import type { QueryBin } from './date-bins.js';
import { describePlan } from './describe-plan.js';
import { planCosts } from './plan-costs.js';
import { readCurrencyConversion } from './read-currency-conversion.js';
import { findTagUse, readUsedVirtualTags } from './read-used-virtual-tags.js';

/** A query over the costs of a workspace, before its filters are compiled and its rates are read. */
export interface CostQueryRequest<Bin extends QueryBin> extends Omit<
  CostQuery<Bin>,
  'condition' | 'conversion' | 'startDate' | 'endDate'
> {
  workspace: string;
  range: DateRange;
  filters: CostFilters;
  /** Its lines are read too. */
  explained?: boolean;
}

/** A query that is ready to run, with the scope and filters it was built from. */
export interface PreparedQuery<Bin extends QueryBin> {
  query: CostQuery<Bin>;
  scope: CostScope;
  filters: CompiledFilters;
}

/** Reads what a query needs from the stores: active loads, virtual tags and exchange rates. */
export async function prepareQuery<Bin extends QueryBin>(
  { db, costs }: { db: Db; costs: CostStore },
  { workspace, range, filters: requested, explained = false, ...rest }: CostQueryRequest<Bin>,
): Promise<PreparedQuery<Bin>> {
  const scope = await readScope(db, [workspace]);
  const view = rest.settings.amortize ? 'amortized' : 'billed';
  const readsLines = explained || rest.dateBin === 'hour';
  const use = findTagUse(listFilters(requested), rest.groupings, range, readsLines);
  const virtual = await readUsedVirtualTags({ db, costs }, workspace, use, rest.today);
  const [conversion, filters] = await Promise.all([
    readCurrencyConversion(db, workspace, scope, range),
    compileFilters(costs, scopeWithin(scope, range), requested, view, virtual),
  ]);
  const query = {
    ...rest,
    condition: filters.condition,
    startDate: range.start,
    endDate: range.end,
    conversion,
  };
  costs.onQuestion?.(() => describePlan(planCosts(query)));
  return { query, scope, filters };
}
