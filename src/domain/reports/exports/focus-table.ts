import type { CalendarBin } from '../../../platform/lib/date-intervals.js';
import { selectList, type Sql, sql } from '../../../platform/store/sql.js';
import {
  buildRowsStatement,
  type CostQuery,
  type DimensionName,
  groupsByResource,
  splitsByUnit,
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
  const billed = buildQuery({ settings: { ...settings, aggregateBy, amortize: false } });
  const amortized = buildQuery({ settings: { ...settings, aggregateBy, amortize: true } });
  const both = uniteStatements(buildRowsStatement(billed), buildRowsStatement(amortized));
  const keys = focusKeys(billed);
  const columns = fileColumns(billed, (name) => (name in keys ? sql.ref(name) : typedNull.text));
  const names = Object.keys(keys);
  const statement = sql.join(
    [
      sql`SELECT ${selectColumns(Object.values(columns))}`,
      sql`FROM (`,
      sql`SELECT ${selectList(keys)},`,
      ...(splitsByUnit(billed) ? [sql`  sumIf(ifNull(usage, 0), side = 2) AS quantity,`] : []),
      ...(groupsByResource(billed) ? [sql`  max(resource_name) AS name,`] : []),
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
function focusKeys(query: CostQuery): Record<string, Sql> {
  const columns: Record<string, Sql | undefined> = {
    ChargePeriodStart: sql`toDateTime(accrued_at, 'UTC')`,
    ProviderName: columnOf(query, 'provider'),
    BillingAccountId: columnOf(query, 'billing_account_id'),
    SubAccountId: columnOf(query, 'account_id'),
    ServiceName: columnOf(query, 'service'),
    ServiceCategory: columnOf(query, 'cost_category'),
    RegionId: columnOf(query, 'region'),
    ResourceId: columnOf(query, 'resource_id'),
    ResourceType: columnOf(query, 'cost_subcategory'),
    ChargeCategory: chargeCategory(columnOf(query, 'charge_type')),
    ConsumedUnit: splitsByUnit(query) ? sql`unit` : undefined,
    BillingCurrency: sql`currency`,
    Tags: tagObject(query),
  };
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, expression]) =>
      expression === undefined ? [] : [[name, expression]],
    ),
  );
}

function columnOf(query: CostQuery, name: DimensionName): Sql | undefined {
  const index = query.groupings.findIndex(
    (grouping) => grouping.kind === 'dimension' && grouping.name === name,
  );
  return index < 0 ? undefined : sql`g${index}`;
}

/** SQL of the columns of the file, in order. `key` returns that of a column which identifies a row. */
function fileColumns(
  query: CostQuery<CalendarBin>,
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
    ResourceName: groupsByResource(query) ? sql`name` : typedNull.text,
    ResourceType: key('ResourceType'),
    ChargeCategory: key('ChargeCategory'),
    ConsumedQuantity: splitsByUnit(query) ? decimalSql(sql`quantity`) : typedNull.text,
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
function tagObject(query: CostQuery): Sql | undefined {
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
