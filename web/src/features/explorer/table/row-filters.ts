import { type Condition, fieldOfGrouping, operatorsOf } from '../../costs/filter/condition.js';
import { printFilter } from '../../costs/filter/print-filter.js';
import { readFilter } from '../../costs/filter/read-filter.js';
import { conditionsOf } from '../drill-down.js';
import type { ExplorerQuery } from '../explorer-query.js';
import type { TableRow } from './table-row.js';

/** The filter that a row leads to; undefined where no filter can express it. */
type RowFilter = (row: TableRow) => string | undefined;

export interface RowFilters {
  filterTo: RowFilter;
  exclude: RowFilter;
}

/** Filters to a row, or to everything but a row. Parses the filter once for all rows. */
export function rowFilters(
  { filter, groupings }: Pick<ExplorerQuery, 'filter' | 'groupings'>,
  providers: readonly string[],
): RowFilters {
  const current = readFilter(filter, providers);
  const print = (conditions: readonly Condition[]) => {
    const printed = printFilter(conditions, providers);
    return current ? printed : `(${filter}) AND ${printed}`;
  };
  return {
    filterTo: ({ group }) => {
      const conditions = group && groupings.length > 0 && conditionsOf(group, current ?? []);
      return conditions ? print(conditions) : undefined;
    },
    exclude: ({ group }) => {
      const [grouping] = groupings;
      // Costs without one combination of several values have no chips.
      if (!group || grouping === undefined || groupings.length > 1) return undefined;
      const value = group[grouping];
      const field = fieldOfGrouping(grouping);
      const mayExclude = field !== undefined && operatorsOf(field).includes('is not');
      if (!mayExclude || typeof value === 'boolean' || value === undefined) return undefined;
      // The filters of some fields need a service beside them.
      if (conditionsOf(group, current ?? []) === undefined) return undefined;
      return print(withExcluded(current ?? [], field, value));
    },
  };
}

/** Adds a value to those that are excluded already. */
function withExcluded(
  current: readonly Condition[],
  field: string,
  value: string | null,
): Condition[] {
  const isExclusion = (each: Condition) => each.field === field && each.operator === 'is not';
  const values = current.filter(isExclusion).flatMap((each) => each.values);
  const excluded = { field, operator: 'is not' as const, values: [...new Set([...values, value])] };
  return [...current.filter((each) => !isExclusion(each)), excluded];
}
