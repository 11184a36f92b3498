import type { CalendarBin } from '../../platform/lib/date-intervals.js';
import { buildRowsStatement } from '../costs/build-statements.js';
import type { CostQuery } from '../costs/cost-query.js';
import type { DimensionName } from '../costs/dimensions.js';
import { groupsByResource, splitsByUnit } from '../costs/group-columns.js';
import { chargeGroup, type ChargeGroup } from '../ingest/sql/charge-types.js';
import { lookUp, typedNull } from '../ingest/sql/sql.js';
import { type CostTable, decimalSql, selectColumns, uniteStatements } from './cost-columns.js';
import type { BuildCostQuery } from './prepare-export-query.js';

/** Billed and effective costs under the column names of FOCUS. Columns that were not grouped by are empty. */
export function focusTable(buildQuery: BuildCostQuery): CostTable {
  const { settings } = buildQuery();
  const aggregateBy = settings.aggregateBy === 'usage' ? 'usage' : 'cost';
  const billed = buildQuery({ settings: { ...settings, aggregateBy, amortize: false } });
  const amortized = buildQuery({ settings: { ...settings, aggregateBy, amortize: true } });
  const both = uniteStatements(buildRowsStatement(billed), buildRowsStatement(amortized));
  const tags = tagObject(billed);
  const keys = focusKeys(billed, tags.sql);
  const columns = fileColumns(billed, (name) => (name in keys ? name : typedNull.text));
  const names = Object.keys(keys);
  const order = names.map((name) => `${name} ASC NULLS LAST`).join(', ');
  const expression = [
    `SELECT ${selectColumns(Object.values(columns))}`,
    'FROM (',
    `SELECT ${names.map((name) => `${keys[name]} AS ${name}`).join(',\n  ')},`,
    ...(splitsByUnit(billed) ? ['  sumIf(ifNull(usage, 0), side = 2) AS quantity,'] : []),
    ...(groupsByResource(billed) ? ['  max(resource_name) AS name,'] : []),
    '  sumIf(amount, side = 1) AS billed, sumIf(amount, side = 2) AS effective',
    `FROM (\n${both.sql}\n)`,
    `GROUP BY ${names.join(', ')}`,
    ')',
    `ORDER BY ChargePeriodStart ASC, effective DESC, ${order}`,
  ].join('\n');
  return {
    columns: Object.keys(columns),
    statement: { sql: expression, params: { ...both.params, ...tags.params } },
  };
}

/** SQL of the columns that identify a row, under their FOCUS names. */
function focusKeys(query: CostQuery, tags: string | undefined): Record<string, string> {
  const columns: Record<string, string | undefined> = {
    ChargePeriodStart: "toDateTime(accrued_at, 'UTC')",
    ProviderName: columnOf(query, 'provider'),
    BillingAccountId: columnOf(query, 'billing_account_id'),
    SubAccountId: columnOf(query, 'account_id'),
    ServiceName: columnOf(query, 'service'),
    ServiceCategory: columnOf(query, 'cost_category'),
    RegionId: columnOf(query, 'region'),
    ResourceId: columnOf(query, 'resource_id'),
    ResourceType: columnOf(query, 'cost_subcategory'),
    ChargeCategory: chargeCategory(columnOf(query, 'charge_type')),
    ConsumedUnit: splitsByUnit(query) ? 'unit' : undefined,
    BillingCurrency: 'currency',
    Tags: tags,
  };
  const given = Object.entries(columns).filter(([, expression]) => expression !== undefined);
  return Object.fromEntries(given) as Record<string, string>;
}

function columnOf(query: CostQuery, name: DimensionName): string | undefined {
  const index = query.groupings.findIndex(
    (grouping) => grouping.kind === 'dimension' && grouping.name === name,
  );
  return index < 0 ? undefined : `g${index}`;
}

/** SQL of the columns of the file, in order. `key` returns that of a column which identifies a row. */
function fileColumns(
  query: CostQuery<CalendarBin>,
  key: (name: string) => string,
): Record<string, string> {
  return {
    ChargePeriodStart: 'ChargePeriodStart',
    ChargePeriodEnd: `ChargePeriodStart + INTERVAL ${binIntervals[query.dateBin]}`,
    ProviderName: key('ProviderName'),
    BillingAccountId: key('BillingAccountId'),
    SubAccountId: key('SubAccountId'),
    ServiceName: key('ServiceName'),
    ServiceCategory: key('ServiceCategory'),
    RegionId: key('RegionId'),
    ResourceId: key('ResourceId'),
    ResourceName: groupsByResource(query) ? 'name' : typedNull.text,
    ResourceType: key('ResourceType'),
    ChargeCategory: key('ChargeCategory'),
    ConsumedQuantity: splitsByUnit(query) ? decimalSql('quantity') : typedNull.text,
    ConsumedUnit: key('ConsumedUnit'),
    BilledCost: decimalSql('billed'),
    EffectiveCost: decimalSql('effective'),
    BillingCurrency: 'BillingCurrency',
    Tags: key('Tags'),
  };
}

const binIntervals: Readonly<Record<CalendarBin, string>> = {
  hour: '1 HOUR',
  day: '1 DAY',
  week: '1 WEEK',
  month: '1 MONTH',
  quarter: '3 MONTH',
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
function chargeCategory(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  const ofGroup = lookUp(chargeGroup(code), chargeCategories, "'Usage'");
  return `if(ifNull(${code} = 'AllocatedAmortizedFee', false), 'Usage', ${ofGroup})`;
}

/** SQL of the grouped tags as a JSON object. */
function tagObject(query: CostQuery): { sql?: string; params: Record<string, string> } {
  const tags = query.groupings.flatMap((grouping, index) =>
    grouping.kind === 'tag'
      ? [{ key: grouping.key, column: `g${index}`, name: `tag_key${index}` }]
      : [],
  );
  if (tags.length === 0) return { params: {} };
  const pairs = tags.map(
    ({ column, name }) =>
      `if(${column} IS NULL, '', concat(toJSONString({${name}:String}), ':', toJSONString(ifNull(${column}, ''))))`,
  );
  const given = `arrayFilter(pair -> pair != '', [${pairs.join(', ')}])`;
  return {
    sql: `concat('{', arrayStringConcat(${given}, ','), '}')`,
    params: Object.fromEntries(tags.map(({ name, key }) => [name, key])),
  };
}
