import { rateJoin } from '../costs/convert-currency.js';
import type { CurrencyConversion } from '../costs/currency-conversion.js';
import { binSql } from '../costs/date-bins.js';
import type { CalendarBin } from '../../platform/lib/date-intervals.js';
import { type FigureSums, figureNames } from './figures.js';

export interface FiguresQuery {
  /** The access guard and the filter, over the cost lines. */
  where: string;
  bucket: CalendarBin;
  /** SQL of the groupings. */
  groups: readonly string[];
  onDemandScope: 'discountable' | 'all';
  conversion: CurrencyConversion;
  limit: number;
  offset: number;
}

/** Services whose on-demand usage a commitment could cover; bills in FOCUS have only their names. */
const discountable = [
  ['AmazonEC2', 'AWSLambda', 'AmazonSageMaker', 'AmazonRDS', 'AmazonElastiCache', 'AmazonES'],
  ['AmazonEKS', 'AmazonECS'],
]
  .flat()
  .map((code) => `'${code}'`)
  .join(', ');
const discountableNames =
  '(Elastic Compute Cloud|Lambda|SageMaker|Relational Database|ElastiCache|OpenSearch|Elasticsearch|Kubernetes Service|Elastic Container Service)';
const isDiscountable = `if(service_code IS NULL, match(service, '${discountableNames}'), service_code IN (${discountable}))`;

const isCommitment = "commitment_type IN ('savings_plan', 'reserved_instance')";
const isUsed = `${isCommitment} AND ifNull(commitment_status, '') = 'used'`;
const isPriced = `commitment_type IN ('spot', 'on_demand') OR (${isUsed})`;
const hasPublicPrice = 'ifNull(list_cost, 0) != 0';
/** A savings plan's covered usage is billed at the public price, and negated. */
const ownPrice =
  "if(charge_type = 'SavingsPlanCoveredUsage' AND billed_cost != 0, billed_cost, effective_cost)";

const measures: Readonly<Record<keyof FigureSums, string>> = {
  billed: 'sum(billed_cost)',
  covered: `sumIf(effective_cost, ${isUsed})`,
  unused: `sumIf(effective_cost, ${isCommitment} AND NOT (${isUsed}))`,
  spot: "sumIf(effective_cost, commitment_type = 'spot')",
  on_demand: "sumIf(effective_cost, commitment_type = 'on_demand')",
  discounts:
    "sumIf(effective_cost, commitment_type IN ('enterprise_discount', 'credit', 'refund'))",
  equivalent: `sumIf(if(${hasPublicPrice}, assumeNotNull(list_cost), ${ownPrice}), ${isPriced})`,
  unpriced: `sumIf(effective_cost, (${isPriced}) AND NOT (${hasPublicPrice}) AND ${ownPrice} = effective_cost AND effective_cost != 0)`,
};

/**
 * Sums by group, the largest first, each with its sums by bucket. Without groups it is one row, the total.
 * Only AWS has commitments in reports.
 */
export function buildFigures(query: FiguresQuery): string {
  const names = query.groups.map((_, index) => `g${index}`);
  const bucket = ['bucket', ...figureNames.map((name) => `b.${name}`)].join(', ');
  const sums = figureNames.map((name) => `sum(b.${name}) AS ${name}`);
  const spend = ['covered', 'unused', 'spot', 'on_demand', 'discounts']
    .map((name) => `sum(b.${name})`)
    .join(' + ');
  const groups = [
    `SELECT ${[...names, ...sums, `${spend} AS spend`, `groupArray(tuple(${bucket})) AS buckets`].join(', ')}`,
    `FROM (\n${buildBuckets(query, names)}\n) AS b`,
    ...(names.length === 0 ? [] : [`GROUP BY ${names.join(', ')}`]),
  ].join('\n');
  return [
    `SELECT *, count() OVER () AS group_count FROM (\n${groups}\n)`,
    `ORDER BY ${['spend DESC', ...names].join(', ')}`,
    `LIMIT ${query.limit} OFFSET ${query.offset}`,
  ].join('\n');
}

function buildBuckets(query: FiguresQuery, names: readonly string[]): string {
  const { conversion } = query;
  const keys = ['bucket', ...names];
  const converts = conversion.factors.length > 0;
  const scan = [
    'SELECT',
    [
      `${binSql[query.bucket]} AS bucket`,
      ...query.groups.map((expression, index) => `${expression} AS g${index}`),
      ...figureNames.map((name) => `${measures[name]} AS ${name}`),
      ...(converts ? ['currency', `${rateDay(conversion)} AS rate_day`] : []),
    ].join(',\n  '),
    'FROM lines',
    `WHERE ${query.where}`,
    "  AND provider = 'aws' AND usage_date >= {start_date:Date} AND usage_date < {end_date:Date}",
    `  AND commitment_type != 'other'`,
    ...(query.onDemandScope === 'all'
      ? []
      : [`  AND (commitment_type != 'on_demand' OR ${isDiscountable})`]),
    ...(converts ? [] : ['  AND currency = {to_currency:String}']),
    `GROUP BY ${[...keys, ...(converts ? ['currency', 'rate_day'] : [])].join(', ')}`,
  ].join('\n');
  if (!converts) return scan;
  return [
    `SELECT ${[...keys, ...figureNames.map((name) => `${converted(name)} AS ${name}`)].join(', ')}`,
    `FROM (\n${scan}\n) AS scanned`,
    rateJoin,
    'WHERE currency = {to_currency:String} OR factor != 0',
    `GROUP BY ${keys.join(', ')}`,
  ].join('\n');
}

const rateDay = ({ method }: CurrencyConversion) =>
  method === 'daily' ? 'usage_date' : 'toLastDayOfMonth(usage_date)';

const converted = (name: string) =>
  `roundBankers(sum(if(currency = {to_currency:String}, toDecimal256(scanned.${name}, 50),` +
  ` toDecimal256(scanned.${name}, 20) * factor)), 12)`;
