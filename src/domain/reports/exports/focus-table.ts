import type { CalendarBin } from '../../../platform/lib/date-intervals.js';
import { selectList, type Sql, sql } from '../../../platform/store/sql.js';
import {
  buildRowsStatement,
  type CostPlan,
  type DimensionName,
  planCosts,
} from '../../costs/query/index.js';
import { chargeGroup, type ChargeGroup, lookUp, typedNull } from '../../intake/ingest/index.js';
import {
  type CostTable,
  decimalSql,
  nullsLast,
  selectColumns,
  uniteStatements,
} from './cost-columns.js';
import type { BuildCostQuery } from './prepare-export-query.js';

/** Billed and effective costs under the column names of FOCUS. Columns that were not grouped by are empty. */
export function focusTable(buildQuery: BuildCostQuery): CostTable {
  const { settings } = buildQuery();
  const aggregateBy = settings.aggregateBy === 'usage' ? 'usage' : 'cost';
  const planOf = (amortize: boolean) =>
    planCosts(buildQuery({ settings: { ...settings, aggregateBy, amortize } }));
  const billed = planOf(false);
  const amortized = planOf(true);
  const both = uniteStatements(buildRowsStatement(billed), buildRowsStatement(amortized));
  const keys = focusKeys(billed);
  const columns = fileColumns(billed, (name) => (name in keys ? sql.ref(name) : typedNull.text));
  const names = Object.keys(keys);
  const statement = sql.join(
    [
      sql`SELECT ${selectColumns(Object.values(columns))}`,
      sql`FROM (`,
      sql`SELECT ${selectList(keys)},`,
      ...(billed.byUnit ? [sql`  sumIf(ifNull(usage, 0), side = 2) AS quantity,`] : []),
      ...(billed.byResource ? [sql`  max(resource_name) AS name,`] : []),
      sql`  sumIf(amount, side = 1) AS billed, sumIf(amount, side = 2) AS effective`,
      sql`FROM (\n${both}\n)`,
      sql`GROUP BY ${sql.refs(names)}`,
      sql`)`,
      sql`ORDER BY ChargePeriodStart ASC, effective DESC, ${nullsLast(names)}`,
    ],
    '\n',
  );
  return { columns: Object.keys(columns), statement };
}

/** SQL of the columns that identify a row, under their FOCUS names. */
function focusKeys(plan: CostPlan): Record<string, Sql> {
  const columns: Record<string, Sql | undefined> = {
    ChargePeriodStart: sql`toDateTime(accrued_at, 'UTC')`,
    ProviderName: columnOf(plan, 'provider'),
    BillingAccountId: columnOf(plan, 'billing_account_id'),
    SubAccountId: columnOf(plan, 'account_id'),
    ServiceName: columnOf(plan, 'service'),
    ServiceCategory: columnOf(plan, 'cost_category'),
    RegionId: columnOf(plan, 'region'),
    ResourceId: columnOf(plan, 'resource_id'),
    ResourceType: columnOf(plan, 'cost_subcategory'),
    ChargeCategory: chargeCategory(columnOf(plan, 'charge_type')),
    ConsumedUnit: plan.byUnit ? sql`unit` : undefined,
    BillingCurrency: sql`currency`,
    Tags: tagObject(plan),
  };
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, expression]) =>
      expression === undefined ? [] : [[name, expression]],
    ),
  );
}

function columnOf({ query }: CostPlan, name: DimensionName): Sql | undefined {
  const index = query.groupings.findIndex(
    (grouping) => grouping.kind === 'dimension' && grouping.name === name,
  );
  return index < 0 ? undefined : sql`g${index}`;
}

/** SQL of the columns of the file, in order. `key` returns that of a column which identifies a row. */
function fileColumns(
  { query, byUnit, byResource }: CostPlan<CalendarBin>,
  key: (name: string) => Sql,
): Record<string, Sql> {
  return {
    ChargePeriodStart: sql`ChargePeriodStart`,
    ChargePeriodEnd: sql`ChargePeriodStart + INTERVAL ${binIntervals[query.dateBin]}`,
    ProviderName: key('ProviderName'),
    BillingAccountId: key('BillingAccountId'),
    SubAccountId: key('SubAccountId'),
    ServiceName: key('ServiceName'),
    ServiceCategory: key('ServiceCategory'),
    RegionId: key('RegionId'),
    ResourceId: key('ResourceId'),
    ResourceName: byResource ? sql`name` : typedNull.text,
    ResourceType: key('ResourceType'),
    ChargeCategory: key('ChargeCategory'),
    ConsumedQuantity: byUnit ? decimalSql(sql`quantity`) : typedNull.text,
    ConsumedUnit: key('ConsumedUnit'),
    BilledCost: decimalSql(sql`billed`),
    EffectiveCost: decimalSql(sql`effective`),
    BillingCurrency: sql`BillingCurrency`,
    Tags: key('Tags'),
  };
}

const binIntervals: Readonly<Record<CalendarBin, Sql>> = {
  hour: sql`1 HOUR`,
  day: sql`1 DAY`,
  week: sql`1 WEEK`,
  month: sql`1 MONTH`,
  quarter: sql`3 MONTH`,
};

const chargeCategories: Readonly<Record<ChargeGroup, string>> = {
  usage: 'Usage',
  fee: 'Purchase',
  tax: 'Tax',
  credit: 'Credit',
  refund: 'Credit',
  discount: 'Adjustment',
  adjustment: 'Adjustment',
};

/** FOCUS counts the part of a commitment fee that covered usage as usage, whatever its charge type. */
function chargeCategory(code: Sql | undefined): Sql | undefined {
  if (code === undefined) return undefined;
  const ofGroup = lookUp(chargeGroup(code), chargeCategories, sql`'Usage'`);
  return sql`if(ifNull(${code} = 'AllocatedAmortizedFee', false), 'Usage', ${ofGroup})`;
}

/** SQL of the grouped tags as a JSON object. */
function tagObject({ query }: CostPlan): Sql | undefined {
  const pairs = query.groupings.flatMap((grouping, index) => {
    if (grouping.kind !== 'tag') return [];
    const key = sql`toJSONString(${sql.bind('String', grouping.key)})`;
    const value = sql`toJSONString(ifNull(g${index}, ''))`;
    return [sql`if(g${index} IS NULL, '', concat(${key}, ':', ${value}))`];
  });
  if (pairs.length === 0) return undefined;
  const given = sql`arrayFilter(pair -> pair != '', [${sql.join(pairs)}])`;
  return sql`concat('{', arrayStringConcat(${given}, ','), '}')`;
}
