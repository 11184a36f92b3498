/** Fields without which a flow log cannot be imported, as AWS names them in text files. */
const requiredFields = [
  'action',
  'bytes',
  'dstaddr',
  'start',
  'end',
  'flow-direction',
  'log-status',
  'region',
  'srcaddr',
  'account-id',
  'instance-id',
  'interface-id',
  'subnet-id',
  'vpc-id',
  'az-id',
] as const;

/** A field that is read; the last three where a log has them. */
export type FlowLogField =
  | (typeof requiredFields)[number]
  | 'pkt-srcaddr'
  | 'pkt-dstaddr'
  | 'traffic-path';

/** The required fields that a log does not have. */
export function missingFields(names: readonly string[]): string[] {
  const present = new Set(names);
  return requiredFields.filter((field) => !present.has(field));
}

/** The name of a field in a text file, for either spelling: Parquet files write `_` instead of `-`. */
export const fieldName = (name: string) => name.trim().toLowerCase().replaceAll('_', '-');
