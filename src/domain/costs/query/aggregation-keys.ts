import { type Sql, sql } from '../../../platform/store/sql.js';
import type { VirtualTagColumn } from '../virtual-tags/index.js';
import type { CostPlan } from './cost-plan.js';
import { firstDaySql, rateDay } from './cost-row-sql.js';
import { binSql } from './date-bins.js';
import { type GroupColumn, joinedValue } from './group-columns.js';

export function tagOf<Tag extends VirtualTagColumn>(
  { grouping }: GroupColumn,
  tags: readonly Tag[],
): Tag | undefined {
  return grouping.kind === 'tag' ? tags.find(({ key }) => key === grouping.key) : undefined;
}

/** What the rows of a table are summed by, as SQL by name. */
export interface AggregationKeys {
  /** Depends on the day of a row. */
  ofDay: Record<string, Sql>;
  /** The same for all days of a month. */
  ofRow: Record<string, Sql>;
  /** Depends on the day, for virtual tags that split sums. */
  ofAllocation: Record<string, Sql>;
  /** Names among `ofRow` that are keys of the result. */
  ofGroup: string[];
}

/** SQL of the start of a row's bin. The engine does not group by a constant, and groups faster by a text alone. */
function binOf(plan: CostPlan): Sql {
  const { onlyBin, query } = plan;
  if (onlyBin !== undefined) return sql`toDate(${sql.literal(onlyBin)})`;
  return query.dateBin === 'range' ? firstDaySql(plan) : binSql[query.dateBin];
}

export function aggregationKeys(plan: CostPlan): AggregationKeys {
  const { groups, byUnit, currencies, sumTags } = plan;
  const ofGroup = {
    ...Object.fromEntries(
      groups
        .filter((group) => tagOf(group, sumTags) === undefined)
        .map((group) => [group.name, group.sql ?? joinedValue(group)]),
    ),
    ...(byUnit ? { unit: sql`usage_unit` } : {}),
    ...(currencies === 'one' ? {} : { currency: sql`currency` }),
  };
  const ofRules = sumTags.flatMap(({ ruleColumns: { value, ruleIndex } }) => [value, ruleIndex]);
  return {
    ofDay: {
      accrued_at: binOf(plan),
      ...(currencies === 'converted' ? { rate_day: rateDay(plan) } : {}),
    },
    ofRow: { ...ofGroup, ...Object.fromEntries(ofRules.map((name) => [name, sql.ref(name)])) },
    ofAllocation: Object.fromEntries(
      sumTags.map(({ allocation }, index) => [`period${index}`, allocation.period]),
    ),
    ofGroup: Object.keys(ofGroup),
  };
}
