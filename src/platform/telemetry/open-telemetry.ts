import type { Log } from '../lib/log.js';
import { version } from '../version.js';
import type { Metrics } from './metrics.js';
import { openMetricProducer } from './metric-producer.js';
import { Tracing } from './tracing.js';

/** Telemetry that cannot be sent by then is lost: it must not delay the end of the process. */
const closeSeconds = 5;

interface Telemetry {
  tracing: Tracing;
  /** Sends what is left. */
  close(): Promise<void>;
}

/**
 * Sends traces and metrics to a collector, with the official SDK, which is loaded only here. It reads the other
 * variables of OpenTelemetry by itself, such as `OTEL_EXPORTER_OTLP_HEADERS`.
 */
export async function openTelemetry(
  endpoint: string,
  metrics: Metrics,
  { log, env }: { log: Log; env: NodeJS.ProcessEnv },
): Promise<Telemetry> {
  const [api, traces, sdkMetrics, { OTLPTraceExporter }, { OTLPMetricExporter }, resources] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/sdk-metrics'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/exporter-metrics-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  reportProblems(api, log);
  const resource = resources
    .defaultResource()
    .merge(resources.resourceFromAttributes(resourceAttributes(env)));
  const urlOf = (signal: string) => `${endpoint.replace(/\/$/, '')}/v1/${signal}`;
  const tracerProvider = new traces.TracerProvider({
    resource,
    spanProcessors: [
      new traces.BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: urlOf('traces') }) }),
    ],
  });
  const meterProvider = new sdkMetrics.MeterProvider({
    resource,
    readers: [
      new sdkMetrics.PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter({ url: urlOf('metrics') }),
        metricProducers: [openMetricProducer(metrics, { api, sdkMetrics, resource })],
      }),
    ],
  });
  return {
    tracing: new Tracing(api, tracerProvider.getTracer('farthing', version)),
    close: async () => {
      const sent = Promise.allSettled([tracerProvider.shutdown(), meterProvider.shutdown()]);
      await Promise.race([
        sent,
        new Promise((end) => setTimeout(end, closeSeconds * 1000).unref()),
      ]);
    },
  };
}

/** `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` name the service, as the specification says. */
function resourceAttributes(env: NodeJS.ProcessEnv): Record<string, string> {
  const given = (env['OTEL_RESOURCE_ATTRIBUTES'] ?? '')
    .split(',')
    .map((pair) => pair.split('='))
    .filter(([name, value]) => name && value !== undefined)
    .map(([name, value]) => [name!.trim(), decodeURIComponent(value!.trim())]);
  return {
    'service.name': 'farthing',
    'service.version': version,
    ...Object.fromEntries(given),
    ...(env['OTEL_SERVICE_NAME'] && { 'service.name': env['OTEL_SERVICE_NAME'] }),
  };
}

/** The SDK tells nobody by itself that a collector does not answer. */
function reportProblems({ diag, DiagLogLevel }: typeof import('@opentelemetry/api'), log: Log) {
  const warn = (message: string) => log.warn({ reason: message }, 'telemetry could not be sent');
  const ignore = () => undefined;
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
