import { snakeCase } from '../identify-type.js';

/** Metrics of CloudWatch by namespace and name: the metadata field of their maximum. */
const cloudWatchFields: Record<string, string> = {
  'ec2 cpuutilization': 'max_cpu',
  'ec2 networkin': 'max_network_in_bytes_per_second',
  'ec2 networkout': 'max_network_out_bytes_per_second',
  'ec2 networkpacketsin': 'max_network_packets_in_per_second',
  'ec2 networkpacketsout': 'max_network_packets_out_per_second',
  'ec2 diskreadops': 'max_disk_read_ops_per_second',
  'ec2 diskwriteops': 'max_disk_write_ops_per_second',
  'ec2 diskreadbytes': 'max_disk_read_bytes_per_second',
  'ec2 diskwritebytes': 'max_disk_write_bytes_per_second',
  'ec2 ebsreadops': 'max_ebs_read_ops_per_second',
  'ec2 ebswriteops': 'max_ebs_write_ops_per_second',
  'ec2 ebsreadbytes': 'max_ebs_read_bytes_per_second',
  'ec2 ebswritebytes': 'max_ebs_write_bytes_per_second',
  'cwagent mem_used_percent': 'max_memory',
  'rds cpuutilization': 'max_cpu',
  'rds databaseconnections': 'max_database_connections',
  'ecs cpuutilization': 'max_cpu',
  'ecs memoryutilization': 'max_memory',
  'elasticache cpuutilization': 'max_cpu',
  'es cpuutilization': 'max_cpu',
  'ebs volumereadops': 'max_read_ops',
  'ebs volumewriteops': 'max_write_ops',
  'lambda max_memory_used': 'max_memory_used',
  'lambdainsights memory_utilization': 'max_memory',
  'lambdainsights used_memory_max': 'max_memory_used',
  's3 numberofobjects': 'object_count',
};

/** The field of a metric: of `AWS/EC2` `CPUUtilization` it is `max_cpu`; undefined if none is known. */
export function cloudWatchField(namespace: string | undefined, metric: string): string | undefined {
  const name = metric.toLowerCase();
  if (namespace !== undefined) {
    return cloudWatchFields[`${namespace.replace(/^AWS\//i, '').toLowerCase()} ${name}`];
  }
  const fields = Object.entries(cloudWatchFields).filter(([key]) => key.endsWith(` ${name}`));
  const distinct = new Set(fields.map(([, field]) => field));
  return distinct.size === 1 ? fields[0]![1] : undefined;
}

/** Fields that utilisation files may set by their own name: `max_cpu`, `max_iops`. */
export const ownField = (name: string): string | undefined => {
  const field = snakeCase(name);
  return /^max_[a-z\d_]+$/.test(field) ? field : undefined;
};
