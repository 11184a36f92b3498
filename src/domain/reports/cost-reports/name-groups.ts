import type { Context } from '../../../platform/kernel/context.js';
import {
  type CostQuery,
  type CostScope,
  groupingName,
  planCosts,
  type CostRow,
  readValueNames,
} from '../../costs/query/index.js';

/** What groups are called: the values of their groupings, or the names that some values have. */
export async function nameGroups(
  { db, services: { costs } }: Context,
  query: CostQuery,
  scope: CostScope,
): Promise<(row: CostRow) => string> {
  const names = await readValueNames({ db, costs }, scope, query.groupings);
  const { groups } = planCosts(query);
  return (row) => {
    const values = groups.map(({ name, grouping }) => {
      const value = row[name as `g${number}`] ?? '';
      if (value === '') return 'No value';
      if (groupingName(grouping) === 'resource_id' && row.resource_name) return row.resource_name;
      return names.get(groupingName(grouping))?.get(String(value)) ?? String(value);
    });
    return [...values, ...(row.unit ? [row.unit] : [])].join(', ');
  };
}
