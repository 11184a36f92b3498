import { type DataFileFormat, readJsonObjects } from '../../../intake/data-files/index.js';
import { isObject, textOf } from '../inventory/item-values.js';
import { cloudWatchField } from './metric-fields.js';
import { type Measurement, storeUtilization } from './utilization.js';

/**
 * Metrics as CloudWatch GetMetricData returns them. Results are joined with the queries in the same file
 * by `Id`; without queries, a label names resource and metric: `i-1 CPUUtilization`.
 */
export const cloudWatch: DataFileFormat = {
  name: 'cloudwatch_metrics',
  title: 'CloudWatch metrics',
  recognizes: (start) =>
    /^\s*\{/.test(start.toString('latin1')) &&
    /"MetricData(Results|Queries)"/.test(start.toString('latin1')),
  store: async (file, ctx) => {
    const metrics = new Map<string, Metric>();
    // Queries may follow the results, so they are read first.
    for await (const object of readJsonObjects(file.open(), 2, file.name)) {
      const metric = metricOf(object);
      if (metric) metrics.set(textOf(object['Id']) ?? '', metric);
    }
    return storeUtilization(
      ctx,
      readMeasurements(readJsonObjects(file.open(), 2, file.name), metrics),
    );
  },
};

interface Metric {
  namespace: string | undefined;
  name: string;
  resource: string;
}

function metricOf(query: Record<string, unknown>): Metric | undefined {
  const stat = query['MetricStat'];
  const metric = isObject(stat) ? stat['Metric'] : undefined;
  if (!isObject(metric)) return undefined;
  const dimensions = Array.isArray(metric['Dimensions']) ? metric['Dimensions'] : [];
  const resource = isObject(dimensions[0]) ? textOf(dimensions[0]['Value']) : null;
  const name = textOf(metric['MetricName']);
  if (!resource || !name) return undefined;
  return { namespace: textOf(metric['Namespace']) ?? undefined, name, resource };
}

async function* readMeasurements(
  objects: AsyncIterable<Record<string, unknown>>,
  metrics: ReadonlyMap<string, Metric>,
): AsyncGenerator<Measurement | string> {
  for await (const object of objects) {
    const values = object['Values'];
    if (!Array.isArray(values)) continue;
    const id = textOf(object['Id']) ?? '';
    const metric = metrics.get(id) ?? labelled(textOf(object['Label']) ?? '');
    const field = metric && cloudWatchField(metric.namespace, metric.name);
    const numbers = values.filter((value) => typeof value === 'number');
    if (!metric || !field) {
      yield `Result ${id}: neither a query nor its label names a resource and a known metric.`;
    } else if (numbers.length > 0) {
      const value = numbers.reduce((most, each) => Math.max(most, each), -Infinity);
      yield { resource: metric.resource, field, value };
    }
  }
}

function labelled(label: string): Metric | undefined {
  const [, resource, name] = /^(\S+)\s+(\S+)$/.exec(label.trim()) ?? [];
  return resource === undefined ? undefined : { namespace: undefined, name: name!, resource };
}
