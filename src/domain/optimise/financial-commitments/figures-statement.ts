import { rateJoin, type CurrencyConversion, binSql } from '../../costs/query/index.js';
import type { CalendarBin } from '../../../platform/lib/date-intervals.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import { isCommitmentLine, isUsedLine } from './commitment-lines.js';
import { type FigureSums, figureNames } from './figures.js';

export interface FiguresQuery {
  /** The access guard and the filter, over the cost lines. */
  where: Sql;
  bucket: CalendarBin;
  /** SQL of the groupings. */
  groups: readonly Sql[];
  /** The first day, and the one after the last. */
  startDate: string;
  endDate: string;
  onDemandScope: 'discountable' | 'all';
  conversion: CurrencyConversion;
  limit: number;
  offset: number;
}

/** Services whose on-demand usage a commitment could cover; bills in FOCUS have only their names. */
const discountableCodes = [
  ['AmazonEC2', 'AWSLambda', 'AmazonSageMaker', 'AmazonRDS', 'AmazonElastiCache', 'AmazonES'],
  ['AmazonEKS', 'AmazonECS'],
].flat();
const discountableNames = [
  ['Elastic Compute Cloud', 'Lambda', 'SageMaker', 'Relational Database', 'ElastiCache'],
  ['OpenSearch', 'Elasticsearch', 'Kubernetes Service', 'Elastic Container Service'],
].flat();
const isDiscountable = sql`if(
  service_code IS NULL,
  match(service, ${sql.literal(`(${discountableNames.join('|')})`)}),
  service_code IN (${sql.literals(discountableCodes)})
)`;

const isPriced = sql`commitment_type IN ('spot', 'on_demand') OR (${isUsedLine})`;
const hasPublicPrice = sql`ifNull(list_cost, 0) != 0`;
/** A savings plan's covered usage is billed at the public price, and negated. */
const ownPrice = sql`if(
  charge_type = 'SavingsPlanCoveredUsage' AND billed_cost != 0, billed_cost, effective_cost
)`;

const measures: Readonly<Record<keyof FigureSums, Sql>> = {
  billed: sql`sum(billed_cost)`,
  covered: sql`sumIf(effective_cost, ${isUsedLine})`,
  unused: sql`sumIf(effective_cost, ${isCommitmentLine} AND NOT (${isUsedLine}))`,
  spot: sql`sumIf(effective_cost, commitment_type = 'spot')`,
  on_demand: sql`sumIf(effective_cost, commitment_type = 'on_demand')`,
  discounts: sql`sumIf(
    effective_cost, commitment_type IN ('enterprise_discount', 'credit', 'refund')
  )`,
  equivalent: sql`sumIf(
    if(${hasPublicPrice}, assumeNotNull(list_cost), ${ownPrice}), ${isPriced}
  )`,
  unpriced: sql`sumIf(
    effective_cost,
    (${isPriced}) AND NOT (${hasPublicPrice})
      AND ${ownPrice} = effective_cost AND effective_cost != 0
  )`,
};

const spentOn: readonly (keyof FigureSums)[] = [
  'covered',
  'unused',
  'spot',
  'on_demand',
  'discounts',
];

/**
 * Sums by group, the largest first, each with its sums by bucket. Without groups it is one row, the total.
 * Only AWS has commitments in reports.
 */
export function buildFigures(query: FiguresQuery): Sql {
  const names = query.groups.map((_, index) => sql`g${index}`);
  const ofBucket = (name: string) => sql`b.${sql.ref(name)}`;
  const bucket = sql.join([sql`bucket`, ...figureNames.map(ofBucket)]);
  const sums = figureNames.map((name) => sql`sum(${ofBucket(name)}) AS ${sql.ref(name)}`);
  const spend = sql.join(
    spentOn.map((name) => sql`sum(${ofBucket(name)})`),
    ' + ',
  );
  const columns = [
    ...names,
    ...sums,
    sql`${spend} AS spend`,
    sql`groupArray(tuple(${bucket})) AS buckets`,
  ];
  return sql`SELECT *, count() OVER () AS group_count
    FROM (
      SELECT ${sql.join(columns)}
      FROM (${buildBuckets(query, names)}) AS b
      ${names.length === 0 ? sql`` : sql`GROUP BY ${sql.join(names)}`}
    )
    ORDER BY ${sql.join([sql`spend DESC`, ...names])}
    LIMIT ${query.limit} OFFSET ${query.offset}`;
}

function buildBuckets(query: FiguresQuery, names: readonly Sql[]): Sql {
  const { conversion } = query;
  const keys = [sql`bucket`, ...names];
  if (conversion.factors.length === 0) return scanLines(query, keys, false);
  const currency = sql.bind('String', conversion.to);
  const sums = figureNames.map((name) => sql`${converted(name, currency)} AS ${sql.ref(name)}`);
  return sql`
    SELECT ${sql.join([...keys, ...sums])}
    FROM (${scanLines(query, keys, true)}) AS scanned
    ${rateJoin(conversion)}
    WHERE currency = ${currency} OR factor != 0
    GROUP BY ${sql.join(keys)}`;
}

/** Sums of the lines by keys; those to be converted also by currency and day of its rate. */
function scanLines(query: FiguresQuery, keys: readonly Sql[], converts: boolean): Sql {
  const { conversion } = query;
  const columns = [
    sql`${binSql[query.bucket]} AS bucket`,
    ...query.groups.map((expression, index) => sql`${expression} AS g${index}`),
    ...figureNames.map((name) => sql`${measures[name]} AS ${sql.ref(name)}`),
    ...(converts ? [sql`currency`, sql`${rateDay(conversion)} AS rate_day`] : []),
  ];
  const conditions = [
    query.where,
    sql`provider = 'aws'`,
    withinDates(query),
    sql`commitment_type != 'other'`,
    ...(query.onDemandScope === 'all'
      ? []
      : [sql`(commitment_type != 'on_demand' OR ${isDiscountable})`]),
    ...(converts ? [] : [sql`currency = ${sql.bind('String', conversion.to)}`]),
  ];
  return sql`
    SELECT
      ${sql.join(columns, ',\n  ')}
    FROM lines
    WHERE ${sql.join(conditions, '\n  AND ')}
    GROUP BY ${sql.join([...keys, ...(converts ? [sql`currency`, sql`rate_day`] : [])])}`;
}

/** SQL that is true for the lines of the days of a query. */
export const withinDates = ({ startDate, endDate }: Pick<FiguresQuery, 'startDate' | 'endDate'>) =>
  sql`usage_date >= ${sql.bind('Date', startDate)} AND usage_date < ${sql.bind('Date', endDate)}`;

const rateDay = ({ method }: CurrencyConversion) =>
  method === 'daily' ? sql`usage_date` : sql`toLastDayOfMonth(usage_date)`;

function converted(name: string, currency: Sql): Sql {
  const sum = sql`scanned.${sql.ref(name)}`;
  return sql`roundBankers(sum(if(
    currency = ${currency}, toDecimal256(${sum}, 50), toDecimal256(${sum}, 20) * factor
  )), 12)`;
}
