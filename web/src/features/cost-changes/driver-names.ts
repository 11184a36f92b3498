import { groupName, type GroupValue, type NamedValue, nameValue } from '../costs/groupings.js';
import type { Names } from '../costs/use-names.js';
import type { Driver } from './use-cost-changes.js';

/** What drivers are called: one value by its name and id, several by their group. */
export const driverNames =
  (groupings: readonly string[], names: Names) =>
  ({ group: values, resource_name: resourceName }: Driver): NamedValue => {
    const group = values as Record<string, GroupValue>;
    const [grouping] = groupings;
    return groupings.length === 1
      ? nameValue(grouping!, group[grouping!] ?? null, names, resourceName)
      : { name: groupName(group, groupings, names) };
  };
