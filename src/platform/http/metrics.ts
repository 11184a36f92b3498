import type { FastifyInstance } from 'fastify';
import { counter, shortDuration } from '../telemetry/metric.js';
import type { Metrics } from '../telemetry/metrics.js';

const requestsTotal = counter({
  name: 'farthing_http_requests_total',
  help: 'Requests, by their route and status.',
  labels: ['method', 'route', 'status'],
});

const requestSeconds = shortDuration({
  name: 'farthing_http_request_seconds',
  help: 'Time from the arrival of a request to the end of its response.',
  labels: ['method', 'route'],
});

export const requestMetrics = [requestsTotal, requestSeconds];

/** Counts and times every request. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const route = routeOptions.url ?? 'none';
    metrics.add(requestsTotal, { method, route, status: String(reply.statusCode) });
    metrics.observe(requestSeconds, { method, route }, reply.elapsedTime / 1000);
  });
}

/** `/metrics`: the metrics in the Prometheus text format. */
export function mountMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.get('/metrics', { config: { access: 'open' } }, async (_request, reply) =>
    reply.type('text/plain; version=0.0.4').send(await metrics.text()),
  );
}
