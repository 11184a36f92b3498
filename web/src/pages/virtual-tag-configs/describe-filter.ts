import { fields, labelOf } from '../../features/costs/filter/condition.js';
import { readFilter } from '../../features/costs/filter/read-filter.js';
import type { Names } from '../../features/costs/use-names.js';

/** A filter in words, with names instead of ids; VQL where it is too complex for that. */
export function describeFilter(filter: string, providers: readonly string[], names: Names): string {
  const conditions = readFilter(filter, providers);
  if (!conditions || conditions.length === 0) return filter;
  return conditions
    .map(({ field, operator, values }) => {
      const grouping = fields.find(({ value }) => value === field)?.grouping ?? field;
      const list = values.map((value) => (value === null ? 'missing' : names(grouping, value)));
      return `${labelOf(field)} ${operator} ${list.join(' or ')}`;
    })
    .join(' and ');
}
