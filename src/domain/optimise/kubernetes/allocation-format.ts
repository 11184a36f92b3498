import { type Sql, sql } from '../../../platform/store/sql.js';
import {
  required,
  type Format,
  type SourceColumns,
  attributeMap,
  isOneOf,
} from '../../intake/ingest/index.js';
import { unknownNamespace } from './allocation-row.js';

/** Columns of the file in which allocation rows are handed to the importer. */
export const allocationColumns = [
  'cluster',
  'start',
  'end',
  'namespace',
  'pod',
  'container',
  'controller',
  'controller_kind',
  'node',
  'service',
  'region',
  'account_id',
  'node_resource_id',
  'category',
  'labels',
  'requested',
  'used',
  'allocated',
  'capacity',
  'amount',
  'list_amount',
  'idle_cost',
  'currency',
] as const;
export type AllocationColumn = (typeof allocationColumns)[number];

/** A stretch of time of a cluster that an import replaces. */
export interface ReplacedPeriod {
  cluster: string;
  start: Date;
  end: Date;
}

/** Stored as attributes of the line, from which `fillAllocation` reads them. */
const attributes = [
  'category',
  'controller',
  'controller_kind',
  'node',
  'node_resource_id',
  'requested',
  'used',
  'allocated',
  'capacity',
  'idle_cost',
] as const;

/** Tags that are not labels; a label of the same name is stored as an attribute. */
const ownTags = ['namespace', 'pod', 'container', 'service', 'vntg:category'];

/**
 * Allocation rows as cost lines. A load is one cluster on one day; hours of that day that the new
 * rows do not cover stay, so that a day can arrive hour by hour.
 */
export function allocationFormat(periods: readonly ReplacedPeriod[]): Format {
  return {
    name: 'kubernetes',
    title: 'Kubernetes allocation',
    matches: (header) => header.has('cluster', 'namespace', 'category', 'idle_cost'),
    retain: () => ({
      where: sql`NOT (${sql.join(periods.map(isReplaced), ' OR ')})`,
      effectiveCost: sql`effective_cost`,
    }),
    derive: (ofLoads) => [fillAllocation(ofLoads)],
    map: (source, context) => ({
      columns: {
        provider: sql.literal(context.provider),
        charge_start: source.time('start'),
        charge_end: source.time('end'),
        service: source.text('cluster'),
        service_code: source.text('cluster'),
        account_id: source.text('account_id'),
        region: source.text('region'),
        billed_cost: source.decimal('amount'),
        list_cost: source.decimal('list_amount'),
        currency: source.text('currency'),
        attributes: attributeMap(
          Object.fromEntries(attributes.map((name) => [name, source.text(name)])),
          sql`arrayMap(
            p -> (concat('label:', p.1), p.2),
            arrayFilter(p -> has(${sql.array(ownTags)}, p.1), ${labelPairs(source)}))`,
        ),
      },
      tagPairs: tagPairs(source),
      faults: [
        ...required(source, 'start', source.time('start'), 'must be a valid time'),
        ...required(source, 'amount', source.decimal('amount'), 'must be a valid number'),
      ],
      partition: sql`concat(ifNull(${source.text('cluster')}, ''), '/', toString(toDate(charge_start)))`,
    }),
  };
}

const isReplaced = ({ cluster, start, end }: ReplacedPeriod) =>
  sql`(service = ${sql.literal(cluster)} AND charge_start >= ${time(start)} AND charge_start < ${time(end)})`;

const time = (value: Date) => sql`toDateTime(${Math.floor(value.getTime() / 1000)}, 'UTC')`;

const labelPairs = (source: SourceColumns) =>
  source.pairsOrJson('labels') ?? sql`CAST([] AS Array(Tuple(String, String)))`;

/** The labels, and what published filters select lines of clusters by. */
function tagPairs(source: SourceColumns): Sql {
  const category = source.text('category');
  const isTagged = isOneOf(category, 'cpu', 'ram', 'gpu', 'storage');
  const valueOf = (key: string) =>
    key === 'vntg:category' ? sql`if(${isTagged}, ${category}, NULL)` : source.text(key);
  const own = ownTags.map((key) => sql`(${sql.literal(key)}, ifNull(${valueOf(key)}, ''))`);
  return sql`arrayConcat(${labelPairs(source)}, arrayFilter(p -> p.2 != '', [${sql.join(own)}]))`;
}

/** Fills the table of efficiency reports from the lines of loads. */
export function fillAllocation(ofLoads: Sql): Sql {
  const pairs = (map: Sql) => sql`CAST(${map} AS Array(Tuple(String, String)))`;
  const tag = (key: string) => sql`nullIf(tags[${sql.literal(key)}], '')`;
  const attribute = (key: string) => sql`nullIf(attributes[${sql.literal(key)}], '')`;
  const amount = (key: string) => sql`toDecimal128OrNull(attributes[${sql.literal(key)}], 18)`;
  const labels = sql`arrayConcat(
    arrayFilter(p -> NOT has(${sql.array(ownTags)}, p.1), ${pairs(sql`tags`)}),
    arrayMap(
      p -> (substring(p.1, 7), p.2),
      arrayFilter(p -> startsWith(p.1, 'label:'), ${pairs(sql`attributes`)})))`;
  const columns: Record<string, Sql> = {
    load_id: sql`load_id`,
    integration_token: sql`integration_token`,
    provider: sql`provider`,
    cluster_id: sql`lines.service`,
    window_start: sql`charge_start`,
    window_end: sql`charge_end`,
    usage_date: sql`usage_date`,
    namespace: sql`ifNull(${tag('namespace')}, ${sql.literal(unknownNamespace)})`,
    pod: tag('pod'),
    container: tag('container'),
    controller: attribute('controller'),
    controller_kind: attribute('controller_kind'),
    node: attribute('node'),
    service: tag('service'),
    region: sql`region`,
    account_id: sql`account_id`,
    node_resource_id: attribute('node_resource_id'),
    category: sql`ifNull(${attribute('category')}, 'other')`,
    labels: sql`CAST(${labels} AS Map(String, String))`,
    requested: amount('requested'),
    used: amount('used'),
    allocated: amount('allocated'),
    capacity: amount('capacity'),
    amount: sql`ifNull(list_cost, billed_cost)`,
    idle_cost: sql`ifNull(${amount('idle_cost')}, toDecimal128(0, 18))`,
    currency: sql`currency`,
  };
  return sql`INSERT INTO kubernetes_allocation (${sql.refs(Object.keys(columns))})
    SELECT ${sql.join(Object.values(columns))} FROM lines WHERE ${ofLoads}`;
}
