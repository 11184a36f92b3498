import { afterAll, beforeAll, expect, test } from 'vitest';
import { allMetrics } from '../../src/domain/metrics.js';
import { focusBill } from '../focus-bill.js';
import { ownerSecret, timeoutMs, useProcesses, waitFor } from './server-process.js';
import { TelemetryReceiver } from './telemetry-receiver.js';

const { newFolder, run, start } = useProcesses();
const secretName = 'a name that no span may have';
const requestId = 'request-of-a-test';
const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
let receiver: TelemetryReceiver;
let log = '';

// Everything happens first; then the server is stopped, which sends what is left.
beforeAll(async () => {
  receiver = await new TelemetryReceiver().open();
  const data = newFolder();
  const server = await start(data, {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    FARTHING_LOG_FORMAT: 'json',
  });
  const send = async (method: string, path: string, body?: string, headers = {}) => {
    const authorization = `Bearer ${ownerSecret}`;
    const response = await fetch(server.url + path, {
      method,
      headers: { authorization, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    });
    return response.json() as Promise<Record<string, unknown>>;
  };
  const headers = { 'x-request-id': requestId, traceparent: `00-${trace}-00f067aa0ba902b7-01` };
  await send('POST', '/v2/teams', JSON.stringify({ name: secretName }), headers);
  await send('GET', '/v2/teams/team_0000000000000000');
  const bill = focusBill(secretName, '2024-01', 1);
  const { run_id: id } = await send('POST', '/console/imports?name=bill.csv', bill);
  await waitFor('the bill is imported', async () => {
    const { status } = await send('GET', `/console/imports/runs/${String(id)}`);
    return status === 'running' ? undefined : true;
  });
  await run(data, ['jobs', 'run', 'audit-retention']);
  await run(data, ['jobs', 'run', 'forecast-report']);
  const { stderr } = await server.stop();
  log = stderr;
}, timeoutMs);
afterAll(() => receiver.close());

const spanNamed = (name: string) => receiver.spans.find((span) => span.name === name)!;
const childrenOf = ({ spanId }: { spanId: string }) =>
  receiver.spans.filter(({ parentSpanId }) => parentSpanId === spanId);

test('a request is a span with its route, status and the id that the log has', () => {
  const span = spanNamed('POST /v2/teams');
  expect(span.attributes).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/v2/teams',
    'http.response.status_code': 201,
    'farthing.request_id': requestId,
  });
  expect(log).toContain(`"request":"${requestId}"`);
  const missing = spanNamed('GET /v2/teams/:team_token');
  expect(missing.attributes['http.response.status_code']).toBe(404);
  // The caller's mistake, not ours.
  expect(missing.status.code ?? 0).toBe(0);
});

test('a request continues the trace of its caller', () => {
  expect(spanNamed('POST /v2/teams')).toMatchObject({
    traceId: trace,
    parentSpanId: '00f067aa0ba902b7',
  });
});

test('the statements of a request are its children, by what they do and to which table', () => {
  const names = childrenOf(spanNamed('POST /v2/teams')).map(({ name }) => name);
  expect(names).toContain('insert teams');
  expect(names).toContain('insert audit_logs');
});

test('an import is a span with its source, files and outcome, and statements of both stores', () => {
  const span = spanNamed('import');
  expect(span.attributes).toMatchObject({
    'farthing.import.source': 'upload',
    'farthing.import.files': 1,
    'farthing.import.status': 'committed',
  });
  const systems = childrenOf(span).map(({ attributes }) => attributes['db.system.name']);
  expect(new Set(systems)).toEqual(new Set(['postgresql', 'clickhouse']));
});

test('a job is a span with its name and run, also when it fails', () => {
  const done = spanNamed('job audit-retention');
  expect(done.attributes).toMatchObject({ 'farthing.job.name': 'audit-retention' });
  expect(done.attributes['farthing.job.run_id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(log).toContain(`"id":"${String(done.attributes['farthing.job.run_id'])}"`);
  expect(childrenOf(done).map(({ name }) => name)).toContain('delete audit_logs');
  expect(spanNamed('job forecast-report').status.code).toBe(2);
});

test('all metrics are sent, as they stand in /metrics', () => {
  const names = [...receiver.metrics.keys()].filter((name) => name.startsWith('farthing_'));
  expect(names.toSorted()).toEqual(allMetrics.map(({ name }) => name).toSorted());
  const requests = receiver.metrics.get('farthing_http_requests_total')!;
  expect(requests).toContainEqual(
    expect.objectContaining({
      attributes: { method: 'POST', route: '/v2/teams', status: '201' },
      asDouble: 1,
    }),
  );
  const [duration] = receiver.metrics
    .get('farthing_http_request_seconds')!
    .filter(({ attributes }) => attributes['route'] === '/v2/teams') as unknown as {
    count: number;
    bucketCounts: number[];
    explicitBounds: number[];
  }[];
  expect(duration!.count).toBe(1);
  expect(duration!.bucketCounts).toHaveLength(duration!.explicitBounds.length + 1);
  expect(duration!.bucketCounts.reduce((sum, count) => sum + count, 0)).toBe(1);
});

test('the service is named, with the attributes that the environment adds', () => {
  expect(receiver.resources[0]).toMatchObject({
    'service.name': 'farthing',
    'deployment.environment.name': 'test',
  });
});

test('nothing that users have entered is sent', () => {
  expect(receiver.bodies.join('\n')).not.toContain(secretName);
});
