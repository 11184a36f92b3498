import type { DateRange } from '../../platform/lib/date-intervals.js';
import {
  addDays,
  firstOfMonth,
  firstOfQuarter,
  lastOfMonth,
  mondayOf,
} from '../../platform/lib/days.js';
import type { CostQuery } from './cost-query.js';
import { inTagSets } from './cost-source.js';
import { binSql, type DateBin, dimensions, type Grouping } from './dimensions.js';

/** One figure of an answer: its bin, its currency and the values it is grouped by. */
export interface AmountKey {
  /** First day of the bin, or its hour. */
  accruedAt: string;
  currency: string;
  values: readonly { grouping: Grouping; value: string | boolean | null }[];
}

/** The days of the bin that starts at a moment; undefined when none starts there. */
export function rangeOfBin(bin: DateBin, accruedAt: string): DateRange | undefined {
  const start = accruedAt.slice(0, 10);
  const bins: Record<DateBin, [start: string, end: string]> = {
    hour: [start, start],
    day: [start, start],
    week: [mondayOf(start), addDays(mondayOf(start), 6)],
    month: [firstOfMonth(start), lastOfMonth(start)],
    quarter: [firstOfQuarter(start), lastOfMonth(firstOfQuarter(start), 2)],
  };
  const [first, last] = bins[bin];
  return first === start ? { start: first, end: last } : undefined;
}

/** The question whose whole range and only group is one figure of the given question. */
export function narrowQuery(query: CostQuery, figure: AmountKey, bin: DateRange): CostQuery {
  const params: Record<string, unknown> = {};
  const bind = (type: string, value: unknown): string => {
    const name = `figure_${Object.keys(params).length}`;
    params[name] = value;
    return `{${name}:${type}}`;
  };
  const byHour = query.dateBin === 'hour';
  const conditions = [
    query.condition.sql,
    `currency IN ${bind('Array(String)', currenciesOf(query, figure.currency))}`,
    ...(byHour
      ? [`${binSql.hour} = parseDateTimeBestEffort(${bind('String', figure.accruedAt)})`]
      : []),
    ...figure.values.map(({ grouping, value }) => fits(query, grouping, value, bind)),
  ];
  const byResource = figure.values.some(
    ({ grouping }) => grouping.kind === 'dimension' && grouping.name === 'resource_id',
  );
  return {
    ...query,
    startDate: query.startDate > bin.start ? query.startDate : bin.start,
    endDate: query.endDate < bin.end ? query.endDate : bin.end,
    groupings: [],
    condition: {
      ...query.condition,
      sql: conditions.join('\n  AND '),
      params: { ...query.condition.params, ...params },
      needsLines: query.condition.needsLines || byHour || byResource,
      virtualTags: query.condition.virtualTags.map((tag) => ({
        ...tag,
        inFilters:
          tag.inFilters || figure.values.some(({ grouping }) => isGroupedBy(grouping, tag.key)),
      })),
    },
  };
}

const isGroupedBy = (grouping: Grouping, key: string) =>
  grouping.kind === 'tag' && grouping.key === key;

/** A figure in the answer's currency also holds what was converted into it. */
function currenciesOf({ conversion }: CostQuery, currency: string): string[] {
  if (currency !== conversion.to) return [currency];
  return [currency, ...new Set(conversion.factors.map((factor) => factor.currency))];
}

type Bind = (type: string, value: unknown) => string;

function fits(
  { settings, condition }: CostQuery,
  grouping: Grouping,
  value: string | boolean | null,
  bind: Bind,
): string {
  if (grouping.kind === 'segment') {
    const row = condition.segment!.labels.findIndex((label) => label === value) + 1;
    return `segment_row = ${bind('UInt16', row)}`;
  }
  if (grouping.kind === 'tag') {
    const virtual = condition.virtualTags.find(({ key }) => key === grouping.key);
    if (virtual) return `${virtual.marked} = ${bind('String', value === null ? '' : `=${value}`)}`;
    const isNamed = `tag_key = ${bind('String', grouping.key)}`;
    if (value === null) return `NOT ${inTagSets(isNamed)}`;
    return inTagSets(`${isNamed} AND tag_value = ${bind('String', value)}`);
  }
  const sql = dimensions[grouping.name].sql(settings.amortize ? 'amortized' : 'billed');
  if (value === null) return `${sql} IS NULL`;
  return `${sql} = ${bind(typeof value === 'boolean' ? 'Bool' : 'String', value)}`;
}
