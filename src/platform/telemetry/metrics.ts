import { setTimeout as pause } from 'node:timers/promises';
import type * as Prometheus from 'prom-client';
import type { Counter, Histogram, Labels, Measurement, Metric, Sample } from './metric.js';

/** A store that hangs must not keep the other metrics back. */
const measureTimeoutMs = 5_000;

/** A metric with its values; those of a histogram are its buckets, sum and count. */
export interface Series {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  values: SeriesValue[];
}

export interface SeriesValue {
  metricName?: string;
  labels: Record<string, string | number>;
  value: number;
}

interface Watched {
  metrics: Measurement<never>['metrics'];
  read: () => Promise<readonly Sample[]>;
  isRunning: boolean;
}

/** The metrics of a process. */
export class Metrics {
  readonly #registry: Prometheus.Registry;
  readonly #series: ReadonlyMap<string, Prometheus.Metric>;
  readonly #watched: Watched[] = [];

  constructor(prometheus: typeof Prometheus, declared: readonly Metric[]) {
    this.#registry = new prometheus.Registry();
    prometheus.collectDefaultMetrics({ register: this.#registry });
    this.#series = new Map(
      declared.map((metric) => [metric.name, register(prometheus, metric, this.#registry)]),
    );
  }

  /** Counts an event. */
  add<Label extends string>(metric: Counter<Label>, labels: Labels<Label>, amount = 1): void {
    (this.#series.get(metric.name) as Prometheus.Counter).inc({ ...labels }, amount);
  }

  /** Records how long something took. */
  observe<Label extends string>(
    metric: Histogram<Label>,
    labels: Labels<Label>,
    seconds: number,
  ): void {
    (this.#series.get(metric.name) as Prometheus.Histogram).observe({ ...labels }, seconds);
  }

  /** Measures these whenever the metrics are read. */
  measure<Source>(
    measurements: readonly Measurement<Source>[],
    source: Source,
    onFailure: (error: unknown) => void,
  ): void {
    for (const measurement of measurements) {
      const read = () =>
        measurement.read(source).catch((error: unknown) => {
          onFailure(error);
          return [];
        });
      this.#watched.push({ metrics: measurement.metrics, read, isRunning: false });
    }
  }

  /** Everything in the Prometheus text format. What cannot be measured in time is left out. */
  async text(): Promise<string> {
    await this.#remeasureAll();
    return this.#registry.metrics();
  }

  /** Everything as data. */
  async series(): Promise<Series[]> {
    await this.#remeasureAll();
    return (await this.#registry.getMetricsAsJSON()) as unknown as Series[];
  }

  async #remeasureAll(): Promise<void> {
    await Promise.all(this.#watched.map((each) => this.#remeasure(each)));
  }

  async #remeasure(watched: Watched): Promise<void> {
    const samples = await measureInTime(watched);
    for (const metric of watched.metrics) clear(this.#series.get(metric.name)!, metric);
    for (const { metric, labels, value } of samples) {
      const series = this.#series.get(metric.name) as Prometheus.Counter | Prometheus.Gauge;
      series.inc({ ...labels }, value);
    }
  }
}

/** Opens the metrics of the process; their library is loaded only then. */
export async function openMetrics(declared: readonly Metric[]): Promise<Metrics> {
  return new Metrics(await import('prom-client'), declared);
}

function register(
  { Counter: PrometheusCounter, Gauge, Histogram: PrometheusHistogram }: typeof Prometheus,
  metric: Metric,
  registry: Prometheus.Registry,
): Prometheus.Metric {
  const { name, help, labels } = metric;
  const options = { name, help, labelNames: [...labels], registers: [registry] };
  if (metric.type === 'counter') return new PrometheusCounter(options);
  if (metric.type === 'gauge') return new Gauge(options);
  return new PrometheusHistogram({ ...options, buckets: [...metric.buckets] });
}

/** Leaves no value: `reset` alone would leave a zero where there are no labels. */
function clear(series: Prometheus.Metric, { labels }: Metric): void {
  series.reset();
  if (labels.length === 0) (series as Prometheus.Gauge).remove();
}

/** A measurement that is still running from the last time is not started a second time. */
async function measureInTime(watched: Watched): Promise<readonly Sample[]> {
  if (watched.isRunning) return [];
  watched.isRunning = true;
  const reading = watched.read().finally(() => {
    watched.isRunning = false;
  });
  const timeout = new AbortController();
  const tooLate = pause(measureTimeoutMs, [], { ref: false, signal: timeout.signal });
  tooLate.catch(() => undefined);
  try {
    return await Promise.race([reading, tooLate]);
  } finally {
    timeout.abort();
  }
}
