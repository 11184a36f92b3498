import { literal, literalArray } from '../../platform/store/clickhouse/sql-text.js';
import { required, type Format } from '../ingest/format.js';
import type { SourceColumns } from '../ingest/source-columns.js';
import { attributeMap } from '../ingest/sql/attributes.js';
import { isOneOf } from '../ingest/sql/sql.js';
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
      where: `NOT (${periods.map(isReplaced).join(' OR ')})`,
      effectiveCost: 'effective_cost',
    }),
    derive: (ofLoads) => [fillAllocation(ofLoads)],
    map: (source, context) => ({
      columns: {
        provider: literal(context.provider),
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
          `arrayMap(p -> (concat('label:', p.1), p.2), arrayFilter(p -> has(${literalArray(ownTags)}, p.1), ${labelPairs(source)}))`,
        ),
      },
      tagPairs: tagPairs(source),
      faults: [
        ...required(source, 'start', source.time('start'), 'must be a valid time'),
        ...required(source, 'amount', source.decimal('amount'), 'must be a valid number'),
      ],
      partition: `concat(ifNull(${source.text('cluster')}, ''), '/', toString(toDate(charge_start)))`,
    }),
  };
}

const isReplaced = ({ cluster, start, end }: ReplacedPeriod) =>
  `(service = ${literal(cluster)} AND charge_start >= ${time(start)} AND charge_start < ${time(end)})`;

const time = (value: Date) => `toDateTime(${Math.floor(value.getTime() / 1000)}, 'UTC')`;

const labelPairs = (source: SourceColumns) =>
  source.pairsOrJson('labels') ?? 'CAST([] AS Array(Tuple(String, String)))';

/** The labels, and what published filters select lines of clusters by. */
function tagPairs(source: SourceColumns): string {
  const category = source.text('category');
  const isTagged = isOneOf(category, 'cpu', 'ram', 'gpu', 'storage');
  const valueOf = (key: string) =>
    key === 'vntg:category' ? `if(${isTagged}, ${category}, NULL)` : source.text(key);
  const own = ownTags.map((key) => `(${literal(key)}, ifNull(${valueOf(key)}, ''))`).join(', ');
  return `arrayConcat(${labelPairs(source)}, arrayFilter(p -> p.2 != '', [${own}]))`;
}

/** Fills the table of efficiency reports from the lines of loads. */
export function fillAllocation(ofLoads: string): string {
  const pairs = (map: string) => `CAST(${map} AS Array(Tuple(String, String)))`;
  const tag = (key: string) => `nullIf(tags[${literal(key)}], '')`;
  const attribute = (key: string) => `nullIf(attributes[${literal(key)}], '')`;
  const amount = (key: string) => `toDecimal128OrNull(attributes[${literal(key)}], 18)`;
  const labels =
    `arrayConcat(arrayFilter(p -> NOT has(${literalArray(ownTags)}, p.1), ${pairs('tags')}),` +
    ` arrayMap(p -> (substring(p.1, 7), p.2), arrayFilter(p -> startsWith(p.1, 'label:'), ${pairs('attributes')})))`;
  const columns: Record<string, string> = {
    load_id: 'load_id',
    integration_token: 'integration_token',
    provider: 'provider',
    cluster_id: 'lines.service',
    window_start: 'charge_start',
    window_end: 'charge_end',
    usage_date: 'usage_date',
    namespace: `ifNull(${tag('namespace')}, '${unknownNamespace}')`,
    pod: tag('pod'),
    container: tag('container'),
    controller: attribute('controller'),
    controller_kind: attribute('controller_kind'),
    node: attribute('node'),
    service: tag('service'),
    region: 'region',
    account_id: 'account_id',
    node_resource_id: attribute('node_resource_id'),
    category: `ifNull(${attribute('category')}, 'other')`,
    labels: `CAST(${labels} AS Map(String, String))`,
    requested: amount('requested'),
    used: amount('used'),
    allocated: amount('allocated'),
    capacity: amount('capacity'),
    amount: 'ifNull(list_cost, billed_cost)',
    idle_cost: `ifNull(${amount('idle_cost')}, toDecimal128(0, 18))`,
    currency: 'currency',
  };
  return (
    `INSERT INTO kubernetes_allocation (${Object.keys(columns).join(', ')})\n` +
    `SELECT ${Object.values(columns).join(', ')} FROM lines WHERE ${ofLoads}`
  );
}
