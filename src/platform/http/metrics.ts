import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

export interface Metrics {
  observe(method: string, route: string, status: number, seconds: number): void;
  /** Counts an error of the cost store that a request survived. */
  countCostStoreError(task: string): void;
  text(): Promise<string>;
}

/** Measured when the metrics are read. */
export interface Gauges {
  unhealthyStores(): Promise<string[]>;
  queuedJobs(): Promise<Record<string, number>>;
}

/** Creates the Prometheus metrics of the process. */
export async function createMetrics(gauges: Gauges): Promise<Metrics> {
  const prometheus = await import('prom-client');
  const { Counter, Histogram, Registry, collectDefaultMetrics } = prometheus;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'farthing_http_requests_total',
    help: 'HTTP requests.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const latency = new Histogram({
    name: 'farthing_http_request_seconds',
    help: 'Duration of HTTP requests.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const costStoreErrors = new Counter({
    name: 'farthing_cost_store_errors_total',
    help: 'Errors of the cost store that requests survived, by task.',
    labelNames: ['task'],
    registers: [registry],
  });
  registerGauges(prometheus, registry, gauges);
  return {
    observe: (method, route, status, seconds) => {
      requests.inc({ method, route, status });
      latency.observe({ method, route }, seconds);
    },
    countCostStoreError: (task) => costStoreErrors.inc({ task }),
    text: () => registry.metrics(),
  };
}

function registerGauges(
  { Gauge }: typeof import('prom-client'),
  registry: Registry,
  gauges: Gauges,
): void {
  const stores = ['database', 'clickhouse', 'files'];
  const up = new Gauge({
    name: 'farthing_store_up',
    help: 'Whether a store responds.',
    labelNames: ['store'],
    registers: [registry],
    collect: async () => {
      const unhealthy = await gauges.unhealthyStores();
      for (const store of stores) up.set({ store }, unhealthy.includes(store) ? 0 : 1);
    },
  });
  const queued = new Gauge({
    name: 'farthing_jobs_queued',
    help: 'Jobs that are queued or waiting for a retry.',
    labelNames: ['job'],
    registers: [registry],
    collect: async () => {
      for (const [job, count] of Object.entries(await gauges.queuedJobs()))
        queued.set({ job }, count);
    },
  });
}

/** `/metrics`: the metrics in the Prometheus text format. */
export function mountMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.get('/metrics', { config: { access: 'open' } }, async (_request, reply) =>
    reply.type('text/plain; version=0.0.4').send(await metrics.text()),
  );
}
