import { type Sql, sql } from '../../../platform/store/sql.js';
import { withoutPrefix } from '../virtual-tags/index.js';
import { type CostQuery, viewOf } from './cost-query.js';
import { dimensions } from './dimensions.js';
import type { Grouping } from './grouping.js';

/** A grouping as a column of the statements. */
export interface GroupColumn {
  /** `g0`, `g1`, …: a tag key never becomes an identifier. */
  name: string;
  grouping: Grouping;
  /** SQL over the table; absent for a provider's tag, which is joined. */
  sql?: Sql;
  /** SQL of the value in the result, where it differs from the grouped one. */
  resultSql?: Sql;
}

/** The groupings of a query, without the usage unit: usage has a column for it anyway. */
export function groupColumns(query: CostQuery): GroupColumn[] {
  return query.groupings.flatMap((grouping, index) => {
    if (grouping.kind === 'dimension' && grouping.name === 'usage_unit') return [];
    const name = `g${index}`;
    return [
      {
        name,
        grouping,
        sql: groupSql(grouping, query),
        resultSql: resultSql(name, grouping, query),
      },
    ];
  });
}

function groupSql(grouping: Grouping, query: CostQuery): Sql | undefined {
  if (grouping.kind === 'tag') {
    return query.condition.virtualTags.find(({ key }) => key === grouping.key)?.prefixedSql;
  }
  if (grouping.kind === 'segment') return sql`segment_row`;
  const expression = dimensions[grouping.name].sql(viewOf(query));
  return grouping.name === 'tagged' ? taggedSql(expression, query) : expression;
}

/** A provider's tag that a virtual tag overrides counts through its value, so no key has to be excluded. */
function taggedSql(byProvider: Sql, { condition }: CostQuery): Sql {
  const counted = condition.virtualTags.filter(({ key }) => !key.startsWith('vntg:'));
  const byRules = counted.map(({ prefixedSql }) => sql`${prefixedSql} != ''`);
  return counted.length === 0
    ? byProvider
    : sql`toBool(${sql.join([byProvider, ...byRules], ' OR ')})`;
}

/** Tag values are grouped with their prefix, segments by number. */
function resultSql(name: string, grouping: Grouping, { condition }: CostQuery): Sql | undefined {
  if (grouping.kind === 'tag') return withoutPrefix(sql.ref(name));
  return grouping.kind === 'segment'
    ? sql`${condition.segment!.labelsSql}[${sql.ref(name)}]`
    : undefined;
}

/** The column that `tagJoins` joins for a grouping. */
export const joinedValue = ({ name }: GroupColumn): Sql => sql.ref(`${name}_value`);

/** Joins the prefixed values of the providers' tags among some groupings. */
export function tagJoins(groups: readonly GroupColumn[]): Sql[] {
  return groups.flatMap((group) => {
    if (group.sql !== undefined || group.grouping.kind !== 'tag') return [];
    const hasKey = sql`tag_key = ${sql.bind('String', group.grouping.key)}`;
    return [
      sql`LEFT ANY JOIN (
        SELECT tag_set_id, concat('=', tag_value) AS ${joinedValue(group)}
        FROM tag_set_values WHERE ${hasKey}
      ) AS ${sql.ref(`${group.name}_tags`)} USING (tag_set_id)`,
    ];
  });
}

/** A grouping as an entry of the outermost `SELECT`. */
export function selectGroup(group: GroupColumn): Sql {
  const name = sql.ref(group.name);
  return group.resultSql === undefined ? name : sql`${group.resultSql} AS ${name}`;
}
