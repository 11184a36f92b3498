import type { DateRange } from '../../platform/lib/date-intervals.js';
import { type CostQuery, rollupOf } from './cost-query.js';
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
  const params: Record<string, unknown> = {};
  const bind: Bind = (type, value) => {
    const name = `amount_key_${Object.keys(params).length}`;
    params[name] = value;
    return `{${name}:${type}}`;
  };
  const byHour = query.dateBin === 'hour';
  const conditions = [
    query.condition.sql,
    `currency IN ${bind('Array(String)', currenciesIn(query, amount.currency))}`,
    ...(byHour
      ? [`${binSql.hour} = parseDateTimeBestEffort(${bind('String', amount.accruedAt)})`]
      : []),
    ...amount.values.map((value) => hasValue(query, value, bind)),
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
      sql: conditions.join('\n  AND '),
      params: { ...query.condition.params, ...params },
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

type Bind = (type: string, value: unknown) => string;

/** SQL that is true for the rows with a value of a grouping. */
function hasValue(
  { settings, condition }: CostQuery,
  { grouping, value }: GroupingValue,
  bind: Bind,
): string {
  if (grouping.kind === 'segment') {
    const row = condition.segment!.labels.findIndex((label) => label === value) + 1;
    return `segment_row = ${bind('UInt16', row)}`;
  }
  if (grouping.kind === 'tag') {
    const virtual = condition.virtualTags.find(({ key }) => key === grouping.key);
    if (virtual) {
      return `${virtual.prefixedSql} = ${bind('String', value === null ? '' : `=${value}`)}`;
    }
    const hasKey = `tag_key = ${bind('String', grouping.key)}`;
    if (value === null) return `NOT ${inTagSets(hasKey)}`;
    return inTagSets(`${hasKey} AND tag_value = ${bind('String', value)}`);
  }
  const expression = dimensions[grouping.name].sql(settings.amortize ? 'amortized' : 'billed');
  if (value === null) return `${expression} IS NULL`;
  return `${expression} = ${bind(typeof value === 'boolean' ? 'Bool' : 'String', value)}`;
}
