import type { FlowLogField } from './flow-log-fields.js';
import type { FlowLogLayout } from './flow-log-layout.js';

/** What the statement that reads a log needs besides its columns. */
export interface RecordOptions {
  /** Number of a record in its file. */
  rowNumber: string;
  /** Share of the records that is read, from 0 to 1. */
  sampleRate: number;
  /** Earlier records are past their retention. */
  firstDay: string;
  /** Later records have a wrong time. */
  lastDay: string;
}

/** Texts that stand for null: `-` in text files, `None` in files that Python wrote. */
const nullTexts = "('-', 'None', 'none', 'null')";

const orEmpty = (value: string) => `if(${value} IN ${nullTexts}, '', ${value})`;

/** SQL of a field as it is written, '' where it is absent. */
function rawText({ fields }: FlowLogLayout, name: FlowLogField): string {
  const field = fields.get(name);
  if (field === undefined) return "''";
  const text = /String/.test(field.type) ? field.name : `toString(${field.name})`;
  return /Nullable/.test(field.type) ? `ifNull(${text}, '')` : text;
}

/** SQL of a field as a whole number, null where it is none. */
function numberOf(layout: FlowLogLayout, name: FlowLogField): string {
  const field = layout.fields.get(name);
  if (field === undefined) return "CAST(NULL, 'Nullable(UInt64)')";
  if (/String/.test(field.type)) return `toUInt64OrNull(${rawText(layout, name)})`;
  return `accurateCastOrNull(${field.name}, 'UInt64')`;
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
export function nearPart(field: NearField): string {
  const position = nearFields.indexOf(field) + 1;
  return orEmpty(`substringIndex(substringIndex(near, ' ', ${position}), ' ', -1)`);
}

/**
 * Statement that reads the records of a log once and sums them by day and everything that a flow is
 * told apart by. Records that are not imported are only counted, by outcome. The engine groups by one
 * text far faster than by twelve, so the fields are joined by blanks.
 */
export function aggregateRecords(
  table: string,
  layout: FlowLogLayout,
  options: RecordOptions,
): string {
  const { near, nearAddress, peer } = endsOf(layout);
  const key = `concat(toString(toUInt16(start_day)), ${near}, ' ', ${nearAddress}, ' ', ${peer})`;
  return (
    `SELECT ${unpackedKey}, bytes, records\nFROM (\n` +
    `SELECT flow_key, sum(flow_bytes) AS bytes, count() AS records\nFROM (\n` +
    `SELECT ${outcomeOf(options)} AS outcome, outcome = 'flow' AS is_flow,\n` +
    `  if(is_flow, ${key}, outcome) AS flow_key, if(is_flow, assumeNotNull(raw_bytes), 0) AS flow_bytes\nFROM (\n` +
    `SELECT *, ${numberOf(layout, 'bytes')} AS raw_bytes, ${numberOf(layout, 'start')} AS start_second,\n` +
    `  ${rawText(layout, 'action')} AS raw_action, ${rawText(layout, 'log-status')} AS raw_status,\n` +
    `  ${rawText(layout, 'flow-direction')} AS raw_direction, ${layout.hasWrongFieldCount} AS is_cut,\n` +
    `  toDate(toDateTime(least(ifNull(start_second, 0), 4294967295), 'UTC')) AS start_day\n` +
    `FROM ${layout.recordsOf(table, options.rowNumber)}\n)\n)\nGROUP BY flow_key\n)`
  );
}

/** The days since 1970 of every day that may be imported have this many digits. */
const dayDigits = 5;

/** The key of a flow as columns. A value with a blank in it, which only a Parquet file can have, is malformed. */
const unpackedKey =
  `position(flow_key, ' ') > 0 AS has_fields,\n` +
  `  toDate(toUInt16OrZero(substring(flow_key, 1, ${dayDigits}))) AS day,\n` +
  `  if(has_fields, substringIndex(flow_key, ' ', -1), '') AS peer_address,\n` +
  `  if(has_fields, substring(flow_key, ${dayDigits + 1}, length(flow_key) - length(peer_address) - ${dayDigits + 1}), '') AS near,\n` +
  `  multiIf(NOT has_fields, flow_key, countSubstrings(near, ' ') = ${nearFields.length - 1}, 'flow', 'malformed') AS outcome`;

/** SQL of the two ends. The address behind a NAT gateway or load balancer is the one that tells who the peer is. */
function endsOf(layout: FlowLogLayout): { near: string; nearAddress: string; peer: string } {
  const text = (name: FlowLogField) => rawText(layout, name);
  const packet = (name: 'srcaddr' | 'dstaddr') =>
    layout.fields.has(`pkt-${name}`)
      ? `if(${orEmpty(text(`pkt-${name}`))} = '', ${text(name)}, ${text(`pkt-${name}`)})`
      : text(name);
  const isEgress = "raw_direction = 'egress'";
  const logged = Object.values(loggedFields);
  return {
    near: layout.joined?.(logged) ?? logged.map(text).join(", ' ', "),
    nearAddress: `if(${isEgress}, ${text('srcaddr')}, ${text('dstaddr')})`,
    peer: `if(${isEgress}, ${packet('dstaddr')}, ${packet('srcaddr')})`,
  };
}

function outcomeOf({ rowNumber, sampleRate, firstDay, lastDay }: RecordOptions): string {
  const outcomes = [
    ['is_cut', 'malformed'],
    ["raw_status != 'OK'", 'no_data'],
    ["raw_action = 'REJECT'", 'rejected_traffic'],
    ["raw_action != 'ACCEPT'", 'malformed'],
    ['raw_bytes IS NULL OR start_second IS NULL', 'malformed'],
    ["raw_direction != 'ingress' AND raw_direction != 'egress'", 'malformed'],
    [`start_day > toDate('${lastDay}')`, 'malformed'],
    [`start_day < toDate('${firstDay}')`, 'expired'],
    // By hash, because records often alternate between the directions.
    ...(sampleRate < 1 && rowNumber !== '0'
      ? [[`sipHash64(row_number) % 1000000 >= ${Math.round(sampleRate * 1e6)}`, 'not_sampled']]
      : []),
  ];
  const branches = outcomes.map(([condition, outcome]) => `${condition}, '${outcome}'`);
  return `multiIf(${branches.join(', ')}, 'flow')`;
}
