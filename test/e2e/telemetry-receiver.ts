import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

/** A span as OTLP has it in JSON, its attributes as an object. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status: { code?: number };
  attributes: Record<string, unknown>;
}

interface KeyValue {
  key: string;
  value: Record<string, unknown>;
}

const toObject = (attributes: readonly KeyValue[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A collector of OpenTelemetry on loopback: decodes what is sent to it as OTLP over HTTP, in JSON. */
export class TelemetryReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** The points of each metric that was received last, by the name of the metric. */
  readonly metrics = new Map<string, { attributes: Record<string, unknown> }[]>();
  readonly resources: Record<string, unknown>[] = [];
  readonly bodies: string[] = [];
  readonly #server: Server;
  url = '';

  constructor() {
    this.#server = createServer((request, response) => {
      void buffer(request).then((body) => {
        const isZipped = request.headers['content-encoding'] === 'gzip';
        this.#receive(request.url!, (isZipped ? gunzipSync(body) : body).toString());
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
  }

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #receive(path: string, body: string): void {
    this.bodies.push(body);
    const { resourceSpans = [], resourceMetrics = [] } = JSON.parse(body);
    for (const { resource } of [...resourceSpans, ...resourceMetrics]) {
      this.resources.push(toObject(resource.attributes));
    }
    if (path === '/v1/traces') {
      for (const { scopeSpans } of resourceSpans) {
        for (const span of scopeSpans.flatMap((scope: { spans: object[] }) => scope.spans)) {
          this.spans.push({ ...span, attributes: toObject(span.attributes) });
        }
      }
    }
    if (path === '/v1/metrics') {
      for (const { scopeMetrics } of resourceMetrics) {
        for (const metric of scopeMetrics.flatMap((each: { metrics: object[] }) => each.metrics)) {
          const { dataPoints } = metric.sum ?? metric.gauge ?? metric.histogram;
          this.metrics.set(
            metric.name,
            dataPoints.map((point: { attributes: KeyValue[] }) => ({
              ...point,
              attributes: toObject(point.attributes),
            })),
          );
        }
      }
    }
  }
}
