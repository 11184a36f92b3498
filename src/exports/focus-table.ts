import type { CostQuery } from '../costs/cost-query.js';
import type { DateBin, DimensionName } from '../costs/dimensions.js';
import { splitsByUnit } from '../costs/group-columns.js';
import { planPage } from '../costs/plan-costs.js';
import { chargeGroup, type ChargeGroup } from '../ingest/sql/charge-types.js';
import { lookUp } from '../ingest/sql/sql.js';
import { bothSides, type Column, type CostTable, decimalSql } from './cost-columns.js';
import type { AskCosts } from './cost-question.js';

const nothing = 'CAST(NULL AS Nullable(String))';

/** Costs under the column names of FOCUS, in both views. Groupings that were not asked for are empty. */
export function focusTable(ask: AskCosts): CostTable {
  const { settings } = ask();
  const aggregateBy = settings.aggregateBy === 'usage' ? 'usage' : 'cost';
  const cash = ask({ settings: { ...settings, aggregateBy, amortize: false } });
  const amortized = ask({ settings: { ...settings, aggregateBy, amortize: true } });
  const both = bothSides(planPage(cash), planPage(amortized));
  const tags = tagObject(cash);
  const keys = keyColumns(cash, tags.sql);
  const named = (title: string) => keys.find((key) => key.title === title)!;
  const columns: Column[] = [
    ...keys.filter(({ title }) => title !== 'ConsumedUnit' && title !== 'Tags'),
    { title: 'ConsumedQuantity', sql: splitsByUnit(cash) ? decimalSql('quantity') : nothing },
    named('ConsumedUnit'),
    { title: 'BilledCost', sql: decimalSql('billed') },
    { title: 'EffectiveCost', sql: decimalSql('effective') },
    { title: 'BillingCurrency', sql: 'currency' },
    named('Tags'),
  ];
  const shown = columns.map((column) => (keys.includes(column) ? column.title : column.sql));
  const names = [...keys.map(({ title }) => title), 'currency'];
  const sql = [
    `SELECT ${shown.join(', ')}`,
    'FROM (',
    `SELECT ${keys.map((key) => `${key.sql} AS ${key.title}`).join(',\n  ')}, currency,`,
    '  sumIf(ifNull(usage, 0), side = 2) AS quantity,',
    '  sumIf(amount, side = 1) AS billed, sumIf(amount, side = 2) AS effective',
    `FROM (\n${both.sql}\n)`,
    `GROUP BY ${names.join(', ')}`,
    ')',
    `ORDER BY ChargePeriodStart ASC, effective DESC, ${names
      .slice(1)
      .map((name) => `${name} ASC NULLS LAST`)
      .join(', ')}`,
  ].join('\n');
  return {
    columns: columns.map(({ title }) => title),
    statement: { sql, params: { ...both.params, ...tags.params } },
  };
}

/** What rows are told apart by, in the order of the file. */
function keyColumns(query: CostQuery, tags: string): Column[] {
  const start = "toDateTime(accrued_at, 'UTC')";
  const from = (name: DimensionName, value = (sql: string) => sql) => {
    const index = query.groupings.findIndex(
      (grouping) => grouping.kind === 'dimension' && grouping.name === name,
    );
    return index < 0 ? nothing : value(`g${index}`);
  };
  const columns: Record<string, string> = {
    ChargePeriodStart: start,
    ChargePeriodEnd: `${start} + INTERVAL ${lengths[query.dateBin]}`,
    ProviderName: from('provider'),
    BillingAccountId: from('billing_account_id'),
    SubAccountId: from('account_id'),
    ServiceName: from('service'),
    ServiceCategory: from('cost_category'),
    RegionId: from('region'),
    ResourceId: from('resource_id'),
    ResourceName: from('resource_id', () => 'resource_name'),
    ResourceType: from('cost_subcategory'),
    ChargeCategory: from('charge_type', chargeCategory),
    ConsumedUnit: splitsByUnit(query) ? 'unit' : nothing,
    Tags: tags,
  };
  return Object.entries(columns).map(([title, sql]) => ({ title, sql }));
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

/** The part of a commitment that covered usage is usage to FOCUS, whatever the code says. */
function chargeCategory(code: string): string {
  const ofGroup = lookUp(chargeGroup(code), categories, "'Usage'");
  return `if(ifNull(${code} = 'AllocatedAmortizedFee', false), 'Usage', ${ofGroup})`;
}

/** The tags that were grouped by, as the text of a JSON object. */
function tagObject(query: CostQuery): { sql: string; params: Record<string, string> } {
  const tags = query.groupings.flatMap((grouping, index) =>
    grouping.kind === 'tag'
      ? [{ key: grouping.key, column: `g${index}`, name: `tag_key${index}` }]
      : [],
  );
  if (tags.length === 0) return { sql: nothing, params: {} };
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
