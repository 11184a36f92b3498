import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import { type CostQuery, rollupOf, viewOf } from './cost-query.js';
import { inTagSets } from './cost-source.js';
import { binSql } from './date-bins.js';
import { dimensions } from './dimensions.js';
import type { Grouping } from './grouping.js';

/** Identifies one amount of a cost result: its bin, its currency and the values it is grouped by. */
export interface AmountKey {
  /** First day of the bin, or its hour. */
  accruedAt: string;
  currency: string;
  values: readonly GroupingValue[];
}

interface GroupingValue {
  grouping: Grouping;
  value: string | boolean | null;
}

/** Narrows a query to one of its amounts, which becomes the only group of the range `bin`. */
export function narrowQuery(query: CostQuery, amount: AmountKey, bin: DateRange): CostQuery {
  const byHour = query.dateBin === 'hour';
  const conditions = [
    query.condition.sql,
    sql`currency IN ${sql.bind('Array(String)', currenciesIn(query, amount.currency))}`,
    ...(byHour
      ? [sql`${binSql.hour} = parseDateTimeBestEffort(${sql.bind('String', amount.accruedAt)})`]
      : []),
    ...amount.values.map((value) => hasValue(query, value)),
  ];
  const byTag = (key: string) =>
    amount.values.some(({ grouping }) => grouping.kind === 'tag' && grouping.key === key);
  return {
    ...query,
    startDate: query.startDate > bin.start ? query.startDate : bin.start,
    endDate: query.endDate < bin.end ? query.endDate : bin.end,
    groupings: [],
    condition: {
      ...query.condition,
      sql: sql.join(conditions, '\n  AND '),
      rollup: rollupOf(
        query.condition,
        amount.values.map(({ grouping }) => grouping),
      ),
      ...(byHour && { needsLines: true }),
      virtualTags: query.condition.virtualTags.map((tag) => ({
        ...tag,
        inFilters: tag.inFilters || byTag(tag.key),
      })),
    },
  };
}

/** An amount in the currency of the result includes what was converted into it. */
function currenciesIn({ conversion }: CostQuery, currency: string): string[] {
  if (currency !== conversion.to) return [currency];
  return [currency, ...new Set(conversion.factors.map((factor) => factor.currency))];
}

/** SQL that is true for the rows with a value of a grouping. */
function hasValue(query: CostQuery, { grouping, value }: GroupingValue): Sql {
  const { condition } = query;
  if (grouping.kind === 'segment') {
    const row = condition.segment!.labels.findIndex((label) => label === value) + 1;
    return sql`segment_row = ${sql.bind('UInt16', row)}`;
  }
  if (grouping.kind === 'tag') {
    const virtual = condition.virtualTags.find(({ key }) => key === grouping.key);
    if (virtual) {
      return sql`${virtual.prefixedSql} = ${sql.bind('String', value === null ? '' : `=${value}`)}`;
    }
    const hasKey = sql`tag_key = ${sql.bind('String', grouping.key)}`;
    if (value === null) return sql`NOT ${inTagSets(hasKey)}`;
    return inTagSets(sql`${hasKey} AND tag_value = ${bindValue(value)}`);
  }
  const expression = dimensions[grouping.name].sql(viewOf(query));
  if (value === null) return sql`${expression} IS NULL`;
  return sql`${expression} = ${bindValue(value)}`;
}

const bindValue = (value: string | boolean): Sql =>
  typeof value === 'boolean' ? sql.bind('Bool', value) : sql.bind('String', value);
