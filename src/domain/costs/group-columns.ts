import type { CostQuery } from './cost-query.js';
import { unmarked } from '../virtual-tags/column.js';
import { dimensions, type Grouping } from './dimensions.js';

/** A grouping as a column of the statements. */
export interface GroupColumn {
  /** `g0`, `g1`, …: no tag key ever becomes a name. */
  name: string;
  grouping: Grouping;
  /** SQL over the table; absent for a provider's tag, which is joined. */
  sql?: string;
  /** SQL of what is shown for it, where that is something else. */
  shown?: string;
}

/** The groupings of a query; the usage unit is a column of its own, as usage is split by it anyway. */
export function groupColumns(query: CostQuery): GroupColumn[] {
  return query.groupings.flatMap((grouping, index) => {
    if (grouping.kind === 'dimension' && grouping.name === 'usage_unit') return [];
    const name = `g${index}`;
    return [
      { name, grouping, sql: groupSql(grouping, query), shown: shownSql(name, grouping, query) },
    ];
  });
}

function groupSql(grouping: Grouping, query: CostQuery): string | undefined {
  if (grouping.kind === 'tag') {
    return query.condition.virtualTags.find(({ key }) => key === grouping.key)?.marked;
  }
  if (grouping.kind === 'segment') return 'segment_row';
  const sql = dimensions[grouping.name].sql(query.settings.amortize ? 'amortized' : 'billed');
  return grouping.name === 'tagged' ? taggedSql(sql, query) : sql;
}

/** A provider's tag that a virtual one hides shows as that one's value, so none needs to be left out. */
function taggedSql(byProvider: string, { condition }: CostQuery): string {
  const counted = condition.virtualTags.filter(({ key }) => !key.startsWith('vntg:'));
  const byRules = counted.map(({ marked }) => `${marked} != ''`);
  return counted.length === 0 ? byProvider : `toBool(${[byProvider, ...byRules].join(' OR ')})`;
}

/** Tags are marked with a leading `=`, so that an empty value differs from none; segments are numbers. */
function shownSql(name: string, grouping: Grouping, { condition }: CostQuery): string | undefined {
  if (grouping.kind === 'tag') return unmarked(name);
  return grouping.kind === 'segment' ? `${condition.segment!.labelsSql}[${name}]` : undefined;
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

/** Joins the marked values of one tag. */
export function tagJoin({ name }: GroupColumn): string {
  return (
    `LEFT ANY JOIN (SELECT tag_set_id, concat('=', tag_value) AS ${name}_value FROM tag_set_values` +
    ` WHERE tag_key = {${name}_key:String}) AS ${name}_tags USING (tag_set_id)`
  );
}

/** A grouping as it is shown. */
export function shownGroup({ name, shown }: GroupColumn): string {
  return shown === undefined ? name : `${shown} AS ${name}`;
}
