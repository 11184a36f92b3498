import compress from '@fastify/compress';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { Actor } from '../auth/actor.js';
import { ApiError } from '../lib/errors.js';
import { linkOriginOf } from '../kernel/link-origin.js';
import type { Operation } from '../kernel/operation.js';
import type { Clock } from '../lib/time.js';
import type { Services } from '../kernel/services.js';
import { mountConsole } from './console-files.js';
import { authenticate } from './authenticate.js';
import { mountDocs } from './docs-page.js';
import { toApiError, sendError } from './errors.js';
import { mountFiles } from './files.js';
import { mountHealth } from './health.js';
import { type Metrics, mountMetrics } from './metrics.js';
import { mountOAuth } from './oauth.js';
import { originOf } from './origin.js';
import { RateLimit } from './rate-limit.js';
import { runOperation } from './run-operation.js';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
    startedAt: Date;
  }
}

export interface ServerOptions {
  services: Services;
  operations: readonly Operation[];
  clock: Clock;
  metrics?: Metrics;
  /** Throws for responses that do not match their schema; for tests. */
  validatesResponses?: boolean;
}

const maxHeaderBytes = 128 * 1024;
const requestTimeoutSeconds = 120;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Creates the HTTP server for a list of operations, which defines all routes, permissions and errors. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { services, operations } = options;
  const { config } = services;
  const loggerInstance: FastifyBaseLogger = services.log;
  const app = fastify({
    loggerInstance,
    // logRequests writes one line per request instead of Fastify's two.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => requestId(request.headers['x-request-id']),
    bodyLimit: config.maxJsonBytes,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    return503OnClosing: false,
    // Uploads of bills may take longer; see limitRequestTime.
    requestTimeout: 0,
    http: { maxHeaderSize: maxHeaderBytes },
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: maxHeaderBytes,
      querystringParser: () => ({}),
    },
    frameworkErrors: (error, _request, reply) =>
      void sendError(reply, toApiError(error, services.log)),
    clientErrorHandler: respondToInvalidRequest,
  });
  app.decorateRequest('actor', null);
  app.decorateRequest('startedAt');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  await app.register(compress, {
    threshold: 1024,
    encodings: ['gzip'],
    requestEncodings: ['gzip'],
  });
  // Set before any route is mounted: a route keeps the handlers that exist at that time.
  app.setNotFoundHandler(
    (request, reply) =>
      consolePage(request, reply) ?? sendError(reply, new ApiError(404, ['Path not found'])),
  );
  app.setErrorHandler((error, _request, reply) =>
    sendError(reply, toApiError(error, services.log)),
  );
  closeConnectionsOnShutdown(app);
  authenticateRequests(app, options);
  logRequests(app, options);
  limitRequestTime(app, operations);
  const consolePage = mountConsole(app);
  for (const operation of operations) await mount(app, operation, options);
  mountOtherMethods(app, operations);
  mountOAuth(app, services, options.clock);
  mountDocs(app, operations, config);
  mountFiles(app, services);
  mountHealth(app, services);
  if (options.metrics) mountMetrics(app, options.metrics);
  return app;
}

function requestId(sent: string | string[] | undefined): string {
  return typeof sent === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(sent) ? sent : randomUUID();
}

/** During shutdown, each response closes its connection: an idle one would delay the shutdown. */
function closeConnectionsOnShutdown(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}

/** Authenticates before routing, so that callers without a credential cannot probe paths. */
function authenticateRequests(
  app: FastifyInstance,
  { services, operations, clock }: ServerOptions,
): void {
  const limit = new RateLimit(services.config.rateLimit);
  const openRoutes = new Set(operations.filter((each) => each.open).map((each) => routeKey(each)));
  app.addHook('onRequest', async (request, reply) => {
    request.startedAt = clock();
    reply.headers({
      'x-request-id': request.id,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    setCorsHeaders(request, reply, services.config.corsOrigins);
    if (request.method === 'OPTIONS' || !needsCredential(request, openRoutes)) return;
    request.actor = await authenticate(request, services, request.startedAt);
    const subject = String(request.actor.credential?.id ?? request.actor.token);
    reply.headers(limit.count(subject, request.startedAt));
  });
}

function needsCredential(request: FastifyRequest, openRoutes: Set<string>): boolean {
  if (!/^\/(v\d+|console)(\/|\?|$)/.test(request.raw.url ?? '')) return false;
  return !openRoutes.has(`${request.method} ${request.routeOptions.url}`);
}

const routeKey = (operation: Operation) => `${operation.method} ${routePath(operation)}`;
const routePath = (operation: Operation) => operation.path.replace(/\{([^}]+)\}/g, ':$1');

function setCorsHeaders(request: FastifyRequest, reply: FastifyReply, origins: string[]): void {
  const { origin } = request.headers;
  if (!origin || !origins.includes(origin)) return;
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-headers': 'Authorization, Content-Type, X-Request-Id',
    'access-control-allow-methods': [...methods, 'HEAD', 'OPTIONS'].join(', '),
    'access-control-expose-headers':
      'Location, Retry-After, X-Request-Id, x-rate-limit-limit, x-rate-limit-remaining, x-rate-limit-reset',
    vary: 'Origin',
  });
}

function logRequests(app: FastifyInstance, { metrics, services }: ServerOptions): void {
  app.addHook('onResponse', async (request, reply) => {
    const seconds = reply.elapsedTime / 1000;
    const route = request.routeOptions.url ?? 'none';
    metrics?.observe(request.method, route, reply.statusCode, seconds);
    services.log.info(
      {
        request: request.id,
        method: request.method,
        path: request.raw.url?.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        credential: request.actor?.credential?.id,
      },
      'request',
    );
  });
}

/** Limits how long a request may take to arrive; operations that read a stream do so themselves. */
function limitRequestTime(app: FastifyInstance, operations: readonly Operation[]): void {
  const streams = new Set(operations.filter((each) => each.stream).map((each) => routeKey(each)));
  app.addHook('onRequest', async (request, reply) => {
    if (streams.has(`${request.method} ${request.routeOptions.url}`)) return;
    const timeout = Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    const timer = setTimeout(
      () => respondToInvalidRequest(timeout, request.raw.socket),
      requestTimeoutSeconds * 1000,
    );
    // The timer of an aborted request must not keep the process alive.
    timer.unref();
    request.raw.once('end', () => clearTimeout(timer));
    reply.raw.once('close', () => clearTimeout(timer));
  });
}

async function mount(
  app: FastifyInstance,
  operation: Operation,
  options: ServerOptions,
): Promise<void> {
  if (!operation.stream) return mountRoute(app, operation, options);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, content, done) => done(null, content));
    mountRoute(scope, operation, options);
  });
}

function mountRoute(app: FastifyInstance, operation: Operation, options: ServerOptions): void {
  const { services, clock, validatesResponses = false } = options;
  app.route({
    method: operation.method,
    url: routePath(operation),
    bodyLimit: operation.form ? services.config.maxCsvBytes : services.config.maxJsonBytes,
    handler: (request, reply) =>
      runOperation(
        operation,
        request,
        reply,
        {
          actor: request.actor!,
          db: services.db,
          now: request.startedAt,
          requestId: request.id,
          origin: originOf(request, services.config),
          linkOrigin: linkOriginOf(services.config, portOf(app)),
          host: request.ip,
          url: request.raw.url ?? '',
          ...(operation.stream && {
            incoming: {
              content: (request.body as Readable | undefined) ?? Readable.from([]),
              contentType: request.headers['content-type'] ?? '',
            },
          }),
          services,
          clock,
        },
        validatesResponses,
      ),
  });
}

/** The port that the server listens on; undefined until it does. */
function portOf(app: FastifyInstance): number | undefined {
  const bound = app.server.address();
  return typeof bound === 'object' ? bound?.port : undefined;
}

/** Handles other methods of known paths: OPTIONS lists the allowed ones, the rest return 405. */
function mountOtherMethods(app: FastifyInstance, operations: readonly Operation[]): void {
  for (const url of new Set(operations.map(routePath))) {
    const supported = operations
      .filter((each) => routePath(each) === url)
      .map((each) => each.method as string);
    const allow = [...supported, ...(supported.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(
      ', ',
    );
    app.route({
      method: methods.filter((method) => !supported.includes(method)),
      url,
      exposeHeadRoute: false,
      handler: (_request, reply) =>
        sendError(reply, new ApiError(405, ['Method not allowed'], { allow })),
    });
    app.options(url, (_request, reply) => reply.code(204).header('allow', allow).send());
  }
}

/** Sends the usual error body for requests that are not valid HTTP. */
function respondToInvalidRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, text] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'Request line and headers are too large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request did not arrive in time']
        : ['400 Bad Request', 'The request is not valid HTTP'];
  const body = JSON.stringify({ errors: [text] });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}
