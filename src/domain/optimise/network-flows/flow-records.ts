import { type Sql, sql } from '../../../platform/store/sql.js';
import type { FlowLogField } from './flow-log-fields.js';
import type { FlowLogLayout } from './flow-log-layout.js';

/** What the statement that reads a log needs besides its columns. */
export interface RecordOptions {
  /** Number of a record in its file; only read where records are sampled. */
  rowNumber: Sql;
  /** Share of the records that is read, from 0 to 1. */
  sampleRate: number;
  /** Earlier records are past their retention. */
  firstDay: string;
  /** Later records have a wrong time. */
  lastDay: string;
}

/** Texts that stand for null: `-` in text files, `None` in files that Python wrote. */
const nullTexts = sql`('-', 'None', 'none', 'null')`;

const orEmpty = (value: Sql) => sql`if(${value} IN ${nullTexts}, '', ${value})`;

/** SQL of a field as it is written, '' where it is absent. */
function rawText({ fields }: FlowLogLayout, name: FlowLogField): Sql {
  const field = fields.get(name);
  if (field === undefined) return sql`''`;
  const text = /String/.test(field.type) ? field.sql : sql`toString(${field.sql})`;
  return /Nullable/.test(field.type) ? sql`ifNull(${text}, '')` : text;
}

/** SQL of a field as a whole number, null where it is none. */
function numberOf(layout: FlowLogLayout, name: FlowLogField): Sql {
  const field = layout.fields.get(name);
  if (field === undefined) return sql`CAST(NULL, 'Nullable(UInt64)')`;
  if (/String/.test(field.type)) return sql`toUInt64OrNull(${rawText(layout, name)})`;
  return sql`accurateCastOrNull(${field.sql}, 'UInt64')`;
}

/** Columns of the aggregated records, with their types. */
export const recordColumns = {
  outcome: 'LowCardinality(String)',
  day: 'Date',
  /** What is known of the logged end of a flow, see `nearPart`: few distinct texts. */
  near: 'LowCardinality(String)',
  peer_address: 'String',
  bytes: 'UInt64',
  records: 'UInt64',
} as const;

/** The logged fields of the logged end, in the order in which AWS lists them: neighbours are read at once. */
const loggedFields = {
  account_id: 'account-id',
  interface_id: 'interface-id',
  vpc_id: 'vpc-id',
  subnet_id: 'subnet-id',
  instance_id: 'instance-id',
  region: 'region',
  az_id: 'az-id',
  flow_direction: 'flow-direction',
  traffic_path: 'traffic-path',
} as const satisfies Record<string, FlowLogField>;

/** The fields of the logged end of a flow, in the order in which `near` has them. */
export const nearFields = [
  ...(Object.keys(loggedFields) as (keyof typeof loggedFields)[]),
  'near_address',
] as const;

/** A field of the logged end of a flow. */
export type NearField = (typeof nearFields)[number];

/** SQL of a field of the logged end, '' where it is null. The engine computes it once per distinct text of a block. */
export function nearPart(field: NearField): Sql {
  const position = nearFields.indexOf(field) + 1;
  return orEmpty(sql`substringIndex(substringIndex(near, ' ', ${position}), ' ', -1)`);
}

/**
 * Statement that reads the records of a log once and sums them by day and everything that a flow is
 * told apart by. Records that are not imported are only counted, by outcome. The engine groups by one
 * text far faster than by twelve, so the fields are joined by blanks.
 */
export function aggregateRecords(table: Sql, layout: FlowLogLayout, options: RecordOptions): Sql {
  const { near, nearAddress, peer } = endsOf(layout);
  const key = sql`concat(
    toString(toUInt16(start_day)), ${near}, ' ', ${nearAddress}, ' ', ${peer}
  )`;
  return sql`
    SELECT ${unpackedKey}, bytes, records
    FROM (
      SELECT flow_key, sum(flow_bytes) AS bytes, count() AS records
      FROM (
        SELECT ${outcomeOf(options)} AS outcome,
          outcome = 'flow' AS is_flow,
          if(is_flow, ${key}, outcome) AS flow_key,
          if(is_flow, assumeNotNull(raw_bytes), 0) AS flow_bytes
        FROM (${rawRecords(table, layout, options.rowNumber)})
      )
      GROUP BY flow_key
    )`;
}

/**
 * AWS writes seconds; copies that other programs wrote have milliseconds. As milliseconds, this number is in
 * 1973; as seconds, it is in 5138.
 */
const firstMillisecond = sql`100000000000`;

/** The records of a log with the fields that decide what becomes of them. */
function rawRecords(table: Sql, layout: FlowLogLayout, rowNumber: Sql): Sql {
  return sql`
    SELECT *,
      ${numberOf(layout, 'bytes')} AS raw_bytes,
      ${numberOf(layout, 'start')} AS start_time,
      if(start_time >= ${firstMillisecond}, intDiv(start_time, 1000), start_time) AS start_second,
      ${rawText(layout, 'action')} AS raw_action,
      ${rawText(layout, 'log-status')} AS raw_status,
      ${rawText(layout, 'flow-direction')} AS raw_direction,
      ${layout.hasWrongFieldCount} AS is_cut,
      toDate(toDateTime(least(ifNull(start_second, 0), 4294967295), 'UTC')) AS start_day
    FROM ${layout.recordsOf(table, rowNumber)}`;
}

/** The days since 1970 of every day that may be imported have this many digits. */
const dayDigits = 5;

const nearLength = sql`length(flow_key) - length(peer_address) - ${dayDigits + 1}`;

/** The key of a flow as columns. A value with a blank in it, which only a Parquet file can have, is malformed. */
const unpackedKey = sql`
  position(flow_key, ' ') > 0 AS has_fields,
  toDate(toUInt16OrZero(substring(flow_key, 1, ${dayDigits}))) AS day,
  if(has_fields, substringIndex(flow_key, ' ', -1), '') AS peer_address,
  if(has_fields, substring(flow_key, ${dayDigits + 1}, ${nearLength}), '') AS near,
  multiIf(
    NOT has_fields, flow_key,
    countSubstrings(near, ' ') = ${nearFields.length - 1}, 'flow',
    'malformed'
  ) AS outcome`;

/** SQL of the two ends. The address behind a NAT gateway or load balancer is the one that tells who the peer is. */
function endsOf(layout: FlowLogLayout): { near: Sql; nearAddress: Sql; peer: Sql } {
  const text = (name: FlowLogField) => rawText(layout, name);
  const packet = (name: 'srcaddr' | 'dstaddr') =>
    layout.fields.has(`pkt-${name}`)
      ? sql`if(${orEmpty(text(`pkt-${name}`))} = '', ${text(name)}, ${text(`pkt-${name}`)})`
      : text(name);
  const isEgress = sql`raw_direction = 'egress'`;
  const logged = Object.values(loggedFields);
  return {
    near: layout.joined?.(logged) ?? withBlanks(logged.map(text)),
    nearAddress: sql`if(${isEgress}, ${text('srcaddr')}, ${text('dstaddr')})`,
    peer: sql`if(${isEgress}, ${packet('dstaddr')}, ${packet('srcaddr')})`,
  };
}

/** Arguments of `concat` that put blanks between texts. */
const withBlanks = (texts: readonly Sql[]): Sql =>
  sql.join(texts.flatMap((text, index) => (index === 0 ? [text] : [sql`' '`, text])));

function outcomeOf({ sampleRate, firstDay, lastDay }: RecordOptions): Sql {
  // By hash, because records often alternate between the directions.
  const isLeftOut = sql`sipHash64(row_number) % 1000000 >= ${Math.round(sampleRate * 1e6)}`;
  return sql`multiIf(
    is_cut, 'malformed',
    raw_status != 'OK', 'no_data',
    raw_action = 'REJECT', 'rejected_traffic',
    raw_action != 'ACCEPT', 'malformed',
    raw_bytes IS NULL OR start_second IS NULL, 'malformed',
    raw_direction != 'ingress' AND raw_direction != 'egress', 'malformed',
    start_day > toDate(${sql.literal(lastDay)}), 'malformed',
    start_day < toDate(${sql.literal(firstDay)}), 'expired',
    ${sampleRate < 1 ? sql`${isLeftOut}, 'not_sampled',` : sql``}
    'flow'
  )`;
}
