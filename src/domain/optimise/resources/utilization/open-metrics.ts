import { createInterface } from 'node:readline';
import type { DataFileFormat } from '../../../intake/data-files/index.js';
import { cloudWatchField, ownField } from './metric-fields.js';
import { type Measurement, storeUtilization } from './utilization.js';

const sample = /^([A-Za-z_:][\w:]*)\{(.*)\}\s+(\S+)(?:\s+\S+)?(?:\s+#.*)?$/;
const labelPair = /([A-Za-z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/** Labels that name the resource: our own, and the dimensions that exporters of CloudWatch write. */
const resourceLabels = [
  'resource_id',
  'resource',
  'uuid',
  'instance_id',
  'dimension_InstanceId',
  'dimension_DBInstanceIdentifier',
  'dimension_VolumeId',
  'dimension_FunctionName',
  'dimension_CacheClusterId',
  'dimension_BucketName',
];

/** Text of a Prometheus endpoint or of OpenMetrics: `max_cpu{resource_id="i-1"} 12.5`. */
export const openMetrics: DataFileFormat = {
  name: 'open_metrics',
  title: 'Prometheus metrics of resources',
  recognizes: (start) =>
    start
      .toString('utf8')
      .split('\n')
      .some((line) => {
        const parsed = parseSample(line);
        return parsed !== undefined && typeof parsed !== 'string';
      }),
  store: (file, ctx) => storeUtilization(ctx, readMeasurements(createInterface(file.open()))),
};

async function* readMeasurements(
  lines: AsyncIterable<string>,
): AsyncGenerator<Measurement | string> {
  let row = 0;
  for await (const line of lines) {
    row += 1;
    const measurement = parseSample(line);
    if (typeof measurement === 'string') yield `Row ${row}: ${measurement}`;
    else if (measurement) yield measurement;
  }
}

/** Samples of other metrics and comments are none of ours, and left out. */
function parseSample(line: string): Measurement | string | undefined {
  const [, name, labels, number] = sample.exec(line.trim()) ?? [];
  const field = name === undefined ? undefined : fieldOf(name);
  if (field === undefined) return undefined;
  const pairs = new Map([...labels!.matchAll(labelPair)].map(([, key, value]) => [key, value]));
  const resource = resourceLabels.map((label) => pairs.get(label)).find(Boolean);
  if (!resource) return 'no label names the resource.';
  const value = Number(number);
  return Number.isFinite(value) ? { resource, field, value } : 'the value is not a number.';
}

/** `aws_ec2_cpuutilization_maximum` is the maximum of a CloudWatch metric, `farthing_max_cpu` and `max_cpu` are our own. */
function fieldOf(name: string): string | undefined {
  const [, namespace, metric] = /^aws_([a-z\d]+)_([a-z\d_]+)_maximum$/.exec(name) ?? [];
  if (namespace !== undefined) {
    return (
      cloudWatchField(namespace, metric!) ?? cloudWatchField(namespace, metric!.replaceAll('_', ''))
    );
  }
  return ownField(name.replace(/^farthing_/, ''));
}
