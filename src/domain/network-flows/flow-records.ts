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

/** SQL of a field as text, '' where it is null or absent. */
function textOf({ fields }: FlowLogLayout, name: FlowLogField): string {
  const field = fields.get(name);
  if (field === undefined) return "''";
  const text = /String/.test(field.type) ? field.name : `toString(${field.name})`;
  const value = /Nullable/.test(field.type) ? `ifNull(${text}, '')` : text;
  return `if(${value} IN ${nullTexts}, '', ${value})`;
}

/** SQL of a field as a whole number, null where it is none. */
function numberOf(layout: FlowLogLayout, name: FlowLogField): string {
  const field = layout.fields.get(name);
  if (field === undefined) return "CAST(NULL, 'Nullable(UInt64)')";
  if (/String/.test(field.type)) return `toUInt64OrNull(${textOf(layout, name)})`;
  return `accurateCastOrNull(${field.name}, 'UInt64')`;
}

/** Columns of the aggregated records, with their types. */
export const recordColumns = {
  outcome: 'LowCardinality(String)',
  day: 'Date',
  account_id: 'LowCardinality(String)',
  region: 'LowCardinality(String)',
  az_id: 'LowCardinality(String)',
  vpc_id: 'LowCardinality(String)',
  subnet_id: 'LowCardinality(String)',
  interface_id: 'LowCardinality(String)',
  instance_id: 'LowCardinality(String)',
  flow_direction: 'LowCardinality(String)',
  traffic_path: 'LowCardinality(String)',
  near_address: 'String',
  peer_address: 'String',
  bytes: 'UInt64',
  records: 'UInt64',
} as const;

/**
 * Statement that reads the records of a log once and sums them by day and everything that a flow is
 * told apart by. Records that are not imported are only counted, by outcome.
 */
export function aggregateRecords(
  table: string,
  layout: FlowLogLayout,
  options: RecordOptions,
): string {
  const keys = keyColumns(layout);
  const names = Object.keys(keys);
  return (
    `SELECT outcome, if(outcome = 'flow', start_day, toDate(0)) AS day,\n  ` +
    names.map((name) => `if(outcome = 'flow', raw_${name}, '') AS ${name}`).join(',\n  ') +
    `,\n  sumIf(assumeNotNull(raw_bytes), outcome = 'flow') AS bytes, count() AS records\nFROM (\n` +
    `SELECT *, ${outcomeOf(options)} AS outcome\nFROM (\n` +
    `SELECT\n  ${names.map((name) => `${keys[name]} AS raw_${name}`).join(',\n  ')},\n  ` +
    `${textOf(layout, 'action')} AS raw_action, ${textOf(layout, 'log-status')} AS raw_status,\n  ` +
    `${numberOf(layout, 'bytes')} AS raw_bytes, ${numberOf(layout, 'start')} AS start_second,\n  ` +
    `toDate(toDateTime(least(ifNull(start_second, 0), 4294967295), 'UTC')) AS start_day,\n  ` +
    `${layout.hasWrongFieldCount} AS is_cut, ${options.rowNumber} AS row_number\n` +
    `FROM ${table}\n)\n)\nGROUP BY outcome, day, ${names.join(', ')}`
  );
}

/** The address behind a NAT gateway or load balancer is the one that tells who the peer is. */
function keyColumns(layout: FlowLogLayout): Record<string, string> {
  const text = (name: FlowLogField) => textOf(layout, name);
  const packet = (name: 'srcaddr' | 'dstaddr') =>
    layout.fields.has(`pkt-${name}`)
      ? `if(${text(`pkt-${name}`)} = '', ${text(name)}, ${text(`pkt-${name}`)})`
      : text(name);
  const direction = text('flow-direction');
  return {
    account_id: text('account-id'),
    region: text('region'),
    az_id: text('az-id'),
    vpc_id: text('vpc-id'),
    subnet_id: text('subnet-id'),
    interface_id: text('interface-id'),
    instance_id: text('instance-id'),
    flow_direction: direction,
    traffic_path: text('traffic-path'),
    near_address: `if(${direction} = 'egress', ${text('srcaddr')}, ${text('dstaddr')})`,
    peer_address: `if(${direction} = 'egress', ${packet('dstaddr')}, ${packet('srcaddr')})`,
  };
}

function outcomeOf({ rowNumber, sampleRate, firstDay, lastDay }: RecordOptions): string {
  const outcomes = [
    ['is_cut', 'malformed'],
    ["raw_status != 'OK'", 'no_data'],
    ["raw_action = 'REJECT'", 'rejected_traffic'],
    ["raw_action != 'ACCEPT'", 'malformed'],
    ['raw_bytes IS NULL OR start_second IS NULL', 'malformed'],
    ["raw_flow_direction NOT IN ('ingress', 'egress')", 'malformed'],
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
