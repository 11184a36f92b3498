import type * as Api from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type * as SdkMetrics from '@opentelemetry/sdk-metrics';
import type { Metrics, Series, SeriesValue } from './metrics.js';

interface Libraries {
  api: typeof Api;
  sdkMetrics: typeof SdkMetrics;
  resource: Resource;
}

/** The same metrics that `/metrics` prints, as OpenTelemetry takes them. */
export function openMetricProducer(
  metrics: Metrics,
  { api, sdkMetrics, resource }: Libraries,
): SdkMetrics.MetricProducer {
  const startTime = toHrTime(Date.now());
  const { AggregationTemporality, DataPointType } = sdkMetrics;
  const toMetricData = (series: Series, endTime: Api.HrTime): SdkMetrics.MetricData => {
    const common = {
      descriptor: {
        name: series.name,
        description: series.help,
        unit: unitOf(series.name),
        valueType: api.ValueType.DOUBLE,
      },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
    };
    const pointOf = <Value>(attributes: Api.Attributes, value: Value) => ({
      startTime,
      endTime,
      attributes,
      value,
    });
    if (series.type === 'histogram') {
      const dataPoints = histogramsOf(series.values).map(({ labels, ...value }) =>
        pointOf(labels, value),
      );
      return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints };
    }
    const dataPoints = series.values.map(({ labels, value }) => pointOf(labels, value));
    return series.type === 'counter'
      ? { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
      : { ...common, dataPointType: DataPointType.GAUGE, dataPoints };
  };
  return {
    collect: async () => {
      const series = await metrics.series();
      const endTime = toHrTime(Date.now());
      const scope = { name: 'farthing' };
      const data = series.map((each) => toMetricData(each, endTime));
      return {
        resourceMetrics: { resource, scopeMetrics: [{ scope, metrics: data }] },
        errors: [],
      };
    },
  };
}

const toHrTime = (ms: number): Api.HrTime => [Math.floor(ms / 1000), (ms % 1000) * 1_000_000];

const unitOf = (name: string) =>
  name.endsWith('_seconds') ? 's' : /_bytes(_total)?$/.test(name) ? 'By' : '1';

/** Prometheus counts what is in a bucket or below it, OpenTelemetry what is in it. */
function histogramsOf(values: readonly SeriesValue[]) {
  const byLabels = new Map<string, SeriesValue[]>();
  for (const value of values) {
    const { le: _, ...labels } = value.labels;
    const key = JSON.stringify(labels);
    byLabels.set(key, [...(byLabels.get(key) ?? []), value]);
  }
  return [...byLabels.values()].map((all) => {
    const buckets = all.filter(({ labels }) => labels['le'] !== undefined);
    const { le: _, ...labels } = all[0]!.labels;
    const part = (end: string) => all.find(({ metricName = '' }) => metricName.endsWith(end));
    return {
      labels,
      buckets: {
        boundaries: buckets.map(({ labels: { le } }) => Number(le)).filter(Number.isFinite),
        counts: buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0)),
      },
      sum: part('_sum')?.value ?? 0,
      count: part('_count')?.value ?? 0,
    };
  });
}
