import { printFilter } from './filter/print-filter.js';
import { fieldOfGrouping } from './filter/condition.js';
import type { GroupValue } from './groupings.js';

export type ExploreSearch = Record<string, string>;

/** The address of a question in the explorer; what is left out has the explorer's default. */
export function exploreSearch({
  start,
  end,
  groupings,
  filter,
}: {
  start: string;
  end: string;
  groupings: readonly string[];
  filter?: string | undefined;
}): ExploreSearch {
  return { start, end, group: groupings.join(',') || '-', ...(filter && { filter }) };
}

/** VQL that matches one value of a grouping; undefined where no filter can. */
export function filterOf(
  grouping: string,
  value: GroupValue | undefined,
  providers: readonly string[],
): string | undefined {
  const field = fieldOfGrouping(grouping);
  if (!field || value === undefined || typeof value === 'boolean') return undefined;
  return printFilter([{ field, operator: 'is', values: [value] }], providers);
}
