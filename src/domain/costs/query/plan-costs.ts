import { startOfBin } from '../../../platform/lib/bins.js';
import { addDays } from '../../../platform/lib/days.js';
import type { VirtualTagColumn } from '../virtual-tags/index.js';
import { chooseTables } from './choose-tables.js';
import type { AllocatingTag, CostPlan } from './cost-plan.js';
import { clampToDateType, type CostQuery, endOf, viewOf } from './cost-query.js';
import type { QueryBin } from './date-bins.js';
import { type GroupColumn, groupColumns } from './group-columns.js';
import { groupedTagKeys, isGroupedBy } from './grouping.js';

/** Plans a query. Its groupings are the groups, unless a statement sums by columns that are no groupings. */
export function planCosts<Bin extends QueryBin>(
  query: CostQuery<Bin>,
  groups: readonly GroupColumn[] = groupColumns(query),
): CostPlan<Bin> {
  const { groupings, settings } = query;
  const byUnit = settings.aggregateBy === 'usage' || isGroupedBy(groupings, 'usage_unit');
  const byResource = isGroupedBy(groupings, 'resource_id');
  const plan = {
    query,
    firstDay: clampToDateType(query.startDate),
    endDay: clampToDateType(endOf(query)),
    onlyBin: onlyBinOf(query),
    view: viewOf(query),
    excludedCharges: excludedCharges(query),
    groups,
    byUnit,
    byResource,
    hasResourceNames: byResource && query.withoutResourceNames !== true,
    keyNames: [...groups.map(({ name }) => name), ...(byUnit ? ['unit'] : [])],
    currencies: currenciesOf(query),
    ...planVirtualTags(query),
  };
  return { ...plan, scans: chooseTables(plan) };
}

/** Plans the totals of a query: they need neither groups nor bins, so the rollups can always answer them. */
export const planTotals = (query: CostQuery): CostPlan =>
  planCosts({ ...query, groupings: [], dateBin: 'quarter' });

function onlyBinOf(query: CostQuery): string | undefined {
  const { dateBin, startDate } = query;
  if (dateBin === 'hour' || dateBin === 'range') return undefined;
  const first = startOfBin(startDate, dateBin);
  const last = startOfBin(addDays(endOf(query), -1), dateBin);
  return first === last ? clampToDateType(first) : undefined;
}

const excludedCharges = ({ settings }: CostQuery): string[] =>
  Object.entries({
    credit: settings.includeCredits,
    refund: settings.includeRefunds,
    discount: settings.includeDiscounts,
    tax: settings.includeTax,
  }).flatMap(([group, isIncluded]) => (isIncluded ? [] : [group]));

function currenciesOf({ conversion }: CostQuery): CostPlan['currencies'] {
  if (conversion.factors.length > 0) return 'converted';
  return conversion.unratedCurrencies.length === 0 ? 'one' : 'separate';
}

/** Tags that are only grouped by can split sums instead of rows, which is far less work. */
function planVirtualTags({ condition, groupings }: CostQuery) {
  const groupedBy = new Set(groupedTagKeys(groupings));
  const virtualTags = condition.virtualTags.filter(
    ({ key, inFilters }) => inFilters || groupedBy.has(key),
  );
  const splitsSums = (tag: VirtualTagColumn): tag is AllocatingTag =>
    condition.weight === null && tag.allocation !== undefined && !tag.inFilters;
  return {
    virtualTags,
    rowTags: virtualTags.filter((tag) => !splitsSums(tag)),
    sumTags: virtualTags.filter(splitsSums),
  };
}
