import { isObject, snakeCaseKeys } from './item-values.js';

type Values = Record<string, unknown>;

const valueAt = (values: Values, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      Array.isArray(value) ? value[Number(key)] : isObject(value) ? value[key] : undefined,
    values,
  ) ?? null;

/** Attributes whose name or place differs from the configuration of the provider. */
const readers: Record<string, (configuration: Values, item: Values) => Values> = {
  aws_instance: (c) => ({
    state: valueAt(c, 'state', 'name') ?? valueAt(c, 'State', 'Name'),
    platform_details: valueAt(c, 'platformDetails') ?? valueAt(c, 'platform') ?? 'Linux/UNIX',
  }),
  aws_ebs_volume: (c) => ({
    attached_instance_id:
      valueAt(c, 'attachments', 0, 'instanceId') ?? valueAt(c, 'Attachments', 0, 'InstanceId'),
  }),
  aws_db_instance: (c) => ({
    db_instance_class: valueAt(c, 'dBInstanceClass') ?? valueAt(c, 'DBInstanceClass'),
    multi_az: valueAt(c, 'multiAZ') ?? valueAt(c, 'MultiAZ'),
  }),
  aws_s3_bucket: (c, item) => ({ name: valueAt(c, 'name') ?? item['resourceName'] ?? null }),
  aws_cloudwatch_log_group: (c, item) => ({
    name: valueAt(c, 'LogGroupName') ?? item['resourceName'] ?? null,
    creation_time: item['resourceCreationTime'] ?? null,
  }),
  aws_eks_cluster: (c) => ({
    version: valueAt(c, 'Version') ?? valueAt(c, 'version'),
    support_type: valueAt(c, 'UpgradePolicy', 'SupportType'),
  }),
  aws_lambda_function: (c) => ({
    memory_size: valueAt(c, 'memorySize') ?? valueAt(c, 'MemorySize'),
  }),
};

/** The metadata of a resource: its whole configuration in snake_case, and what rules read in its place. */
export function awsMetadata(type: string, configuration: Values, item: Values): Values {
  return { ...snakeCaseKeys(configuration), ...readers[type]?.(configuration, item) };
}
