import type { CostQuery } from './cost-query.js';
import { dimensions, type Grouping } from './dimensions.js';

/** A grouping as a column of the statements. */
export interface GroupColumn {
  /** `g0`, `g1`, …: no tag key ever becomes a name. */
  name: string;
  grouping: Grouping;
  /** SQL over the table; absent for a provider's tag, which is joined. */
  sql?: string;
}

/** The groupings of a query; the usage unit is a column of its own, as usage is split by it anyway. */
export function groupColumns(query: CostQuery): GroupColumn[] {
  return query.groupings.flatMap((grouping, index) => {
    if (grouping.kind === 'dimension' && grouping.name === 'usage_unit') return [];
    return [{ name: `g${index}`, grouping, sql: groupSql(grouping, query) }];
  });
}

function groupSql(grouping: Grouping, query: CostQuery): string | undefined {
  if (grouping.kind === 'tag') return query.virtualTags?.get(grouping.key);
  if (grouping.kind === 'segment') return query.condition.segment;
  return dimensions[grouping.name].sql(query.settings.amortize ? 'amortized' : 'billed');
}

/** Whether rows are told apart by their usage unit. */
export function splitsByUnit({ settings, groupings }: CostQuery): boolean {
  return (
    settings.aggregateBy === 'usage' ||
    groupings.some((grouping) => grouping.kind === 'dimension' && grouping.name === 'usage_unit')
  );
}

/** Whether rows are single resources, which have a name beside their id. */
export function namesResources({ groupings }: CostQuery): boolean {
  return groupings.some(
    (grouping) => grouping.kind === 'dimension' && grouping.name === 'resource_id',
  );
}

/**
 * Joins the values of one tag. A value is marked with a leading `=`, so that an empty value differs
 * from none; `tagValue` takes the mark away again.
 */
export function tagJoin({ name }: GroupColumn): string {
  return (
    `LEFT ANY JOIN (SELECT tag_set_id, concat('=', tag_value) AS ${name}_value FROM tag_set_values` +
    ` WHERE tag_key = {${name}_key:String}) AS ${name}_tags USING (tag_set_id)`
  );
}

/** The value behind a mark, null where there was none. */
export function tagValue({ name }: GroupColumn): string {
  return `if(${name} = '', NULL, substring(${name}, 2))`;
}
