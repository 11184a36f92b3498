import type { CostStore } from '../../platform/store/clickhouse/cost-store.js';
import type { Db } from '../../platform/store/tables.js';
import type { DateRange } from '../../platform/lib/date-intervals.js';
import {
  type CostFilters,
  type CompiledFilters,
  compileFilters,
  filtersOf,
} from './compile-filters.js';
import type { QueryBin, CostQuery } from './cost-query.js';
import { readCurrencyConversion } from './read-currency-conversion.js';
import { type CostScope, readScope, scopeWithin } from './cost-scope.js';
import { readUsedVirtualTags, tagUse } from './read-used-virtual-tags.js';

/** A question about the costs of a workspace, with nothing left open but what is known to the stores. */
export interface CostQueryRequest<Bin extends QueryBin> extends Omit<
  CostQuery<Bin>,
  'condition' | 'conversion' | 'startDate' | 'endDate'
> {
  workspace: string;
  range: DateRange;
  filters: CostFilters;
}

/** A question that can be answered, and what it rests on. */
export interface PreparedQuery<Bin extends QueryBin> {
  query: CostQuery<Bin>;
  scope: CostScope;
  filters: CompiledFilters;
}

/** Looks up what a question needs: active loads, known tags, rates. */
export async function prepareQuery<Bin extends QueryBin>(
  { db, costs }: { db: Db; costs: CostStore },
  { workspace, range, filters: asked, ...rest }: CostQueryRequest<Bin>,
): Promise<PreparedQuery<Bin>> {
  const scope = await readScope(db, [workspace]);
  const view = rest.settings.amortize ? 'amortized' : 'billed';
  const use = tagUse(filtersOf(asked), rest.groupings, range);
  const virtual = await readUsedVirtualTags({ db, costs }, workspace, use, rest.today);
  const [conversion, filters] = await Promise.all([
    readCurrencyConversion(db, workspace, scope, range),
    compileFilters(costs, scopeWithin(scope, range), asked, view, virtual),
  ]);
  const query = {
    ...rest,
    condition: filters.condition,
    startDate: range.start,
    endDate: range.end,
    conversion,
  };
  return { query, scope, filters };
}
