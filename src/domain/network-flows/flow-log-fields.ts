/** Fields without which a flow log cannot be imported, as AWS names them in text files. */
export const requiredFields = [
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

/** Fields that are read where a log has them. */
const optionalFields = ['pkt-srcaddr', 'pkt-dstaddr', 'traffic-path'] as const;

export type FlowLogField = (typeof requiredFields)[number] | (typeof optionalFields)[number];

/** Every field that is read from a flow log. */
export const readFields: readonly FlowLogField[] = [...requiredFields, ...optionalFields];

/** The required fields that a log does not have. */
export function missingFields(names: readonly string[]): string[] {
  const present = new Set(names);
  return requiredFields.filter((field) => !present.has(field));
}

/** The name of a field in a text file, for either spelling: Parquet files write `_` instead of `-`. */
export const fieldName = (name: string) => name.trim().toLowerCase().replaceAll('_', '-');
