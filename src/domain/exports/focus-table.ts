import type { CostQuery } from '../costs/cost-query.js';
import type { DateBin, DimensionName } from '../costs/dimensions.js';
import { namesResources, splitsByUnit } from '../costs/group-columns.js';
import { planRows } from '../costs/plan-costs.js';
import { chargeGroup, type ChargeGroup } from '../ingest/sql/charge-types.js';
import { lookUp, typedNull } from '../ingest/sql/sql.js';
import { bothSides, type CostTable, decimalSql, selected } from './cost-columns.js';
import type { AskCosts } from './cost-question.js';

/** Costs under the column names of FOCUS, in both views. Groupings that were not asked for are empty. */
export function focusTable(ask: AskCosts): CostTable {
  const { settings } = ask();
  const aggregateBy = settings.aggregateBy === 'usage' ? 'usage' : 'cost';
  const cash = ask({ settings: { ...settings, aggregateBy, amortize: false } });
  const amortized = ask({ settings: { ...settings, aggregateBy, amortize: true } });
  const both = bothSides(planRows(cash), planRows(amortized));
  const tags = tagObject(cash);
  const keys = keyColumns(cash, tags.sql);
  const columns = fileColumns(cash, (name) => (name in keys ? name : typedNull.text));
  const names = Object.keys(keys);
  const order = names.map((name) => `${name} ASC NULLS LAST`).join(', ');
  const sql = [
    `SELECT ${selected(Object.values(columns))}`,
    'FROM (',
    `SELECT ${names.map((name) => `${keys[name]} AS ${name}`).join(',\n  ')},`,
    ...(splitsByUnit(cash) ? ['  sumIf(ifNull(usage, 0), side = 2) AS quantity,'] : []),
    ...(namesResources(cash) ? ['  max(resource_name) AS name,'] : []),
    '  sumIf(amount, side = 1) AS billed, sumIf(amount, side = 2) AS effective',
    `FROM (\n${both.sql}\n)`,
    `GROUP BY ${names.join(', ')}`,
    ')',
    `ORDER BY ChargePeriodStart ASC, effective DESC, ${order}`,
  ].join('\n');
  return {
    columns: Object.keys(columns),
    statement: { sql, params: { ...both.params, ...tags.params } },
  };
}

/** What rows are told apart by: SQL over the planned rows, under names of FOCUS. */
function keyColumns(query: CostQuery, tags: string | undefined): Record<string, string> {
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
  const given = Object.entries(columns).filter(([, sql]) => sql !== undefined);
  return Object.fromEntries(given) as Record<string, string>;
}

function columnOf(query: CostQuery, name: DimensionName): string | undefined {
  const index = query.groupings.findIndex(
    (grouping) => grouping.kind === 'dimension' && grouping.name === name,
  );
  return index < 0 ? undefined : `g${index}`;
}

/** The columns of the file in their order. `key` gives the SQL of what rows are told apart by. */
function fileColumns(
  query: CostQuery<DateBin>,
  key: (name: string) => string,
): Record<string, string> {
  return {
    ChargePeriodStart: 'ChargePeriodStart',
    ChargePeriodEnd: `ChargePeriodStart + INTERVAL ${lengths[query.dateBin]}`,
    ProviderName: key('ProviderName'),
    BillingAccountId: key('BillingAccountId'),
    SubAccountId: key('SubAccountId'),
    ServiceName: key('ServiceName'),
    ServiceCategory: key('ServiceCategory'),
    RegionId: key('RegionId'),
    ResourceId: key('ResourceId'),
    ResourceName: namesResources(query) ? 'name' : typedNull.text,
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

const lengths: Readonly<Record<DateBin, string>> = {
  hour: '1 HOUR',
  day: '1 DAY',
  week: '1 WEEK',
  month: '1 MONTH',
  quarter: '3 MONTH',
};

const categories: Readonly<Record<ChargeGroup, string>> = {
  usage: 'Usage',
  fee: 'Purchase',
  tax: 'Tax',
  credit: 'Credit',
  refund: 'Credit',
  discount: 'Adjustment',
  adjustment: 'Adjustment',
};

/** The part of a commitment that covered usage is usage to FOCUS, whatever its code says. */
function chargeCategory(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  const ofGroup = lookUp(chargeGroup(code), categories, "'Usage'");
  return `if(ifNull(${code} = 'AllocatedAmortizedFee', false), 'Usage', ${ofGroup})`;
}

/** The tags that were grouped by, as the text of a JSON object. */
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
