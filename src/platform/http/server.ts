import compress from '@fastify/compress';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Actor } from '../auth/actor.js';
import type { Config } from '../config.js';
import { linkOriginOf } from '../kernel/link-origin.js';
import type { Context } from '../kernel/context.js';
import type { Operation } from '../kernel/operation.js';
import type { ScimRoute } from '../kernel/scim-route.js';
import type { Clock } from '../lib/time.js';
import type { Services } from '../kernel/services.js';
import { mountConsole } from './console-files.js';
import { mountDocs } from './docs-page.js';
import { toApiError, sendError } from './errors.js';
import { mountFiles } from './files.js';
import { mountHealth } from './health.js';
import { measureRequests, mountMetrics } from './metrics.js';
import { mountOAuth } from './oauth.js';
import { originOf } from './origin.js';
import { inflateBodies } from './inflate-body.js';
import { commonHeaders, respondToInvalidRequest } from './invalid-request.js';
import { KnownPaths } from './known-paths.js';
import { mountOtherMethods, mountUnknownPaths, routeAllMethods } from './rejecting-routes.js';
import { rewriteTarget } from './request-target.js';
import { authenticateRequests, requireAccessRules } from './route-access.js';
import { routePath } from './route-path.js';
import { runOperation } from './run-operation.js';
import { mountScim } from './scim.js';
import { traceRequest } from './trace-request.js';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
    startedAt: Date;
  }
  interface FastifyContextConfig {
    /** The operation reads its body as a stream. */
    streams?: boolean;
  }
}

export interface ServerOptions {
  services: Services;
  operations: readonly Operation[];
  clock: Clock;
  /** Routes of identity providers, see `mountScim`. */
  scimRoutes?: readonly ScimRoute[];
  /** Throws for responses that do not match their schema; for tests. */
  validatesResponses?: boolean;
}

const maxHeaderBytes = 128 * 1024;
const requestTimeoutSeconds = 120;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Creates the HTTP server for a list of operations, which defines all routes, permissions and errors. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { services } = options;
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
    rewriteUrl: rewriteTarget,
    // Operations validate by their own schemas, so the compilers of Fastify's are not loaded.
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
    frameworkErrors: (error, request, reply) => {
      reply.headers(commonHeaders(request.id));
      sendError(reply, toApiError(error, services.log));
    },
    clientErrorHandler: respondToInvalidRequest,
  });
  app.decorateRequest('actor', null);
  app.decorateRequest('startedAt');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  await app.register(compress, {
    threshold: 1024,
    encodings: ['gzip'],
    // See inflateBodies.
    globalDecompression: false,
  });
  // Set before any route is mounted: a route keeps the handlers that exist at that time.
  app.setErrorHandler((error, _request, reply) =>
    sendError(reply, toApiError(error, services.log)),
  );
  requireAccessRules(app);
  routeAllMethods(app);
  closeConnectionsOnShutdown(app);
  setCommonHeaders(app, options);
  logRequests(app, services);
  if (services.metrics) measureRequests(app, services.metrics);
  limitRequestTime(app);
  authenticateRequests(app, services);
  inflateBodies(app);
  mountHealth(app, services);
  if (config.metrics && services.metrics) mountMetrics(app, services.metrics);
  if (config.roles.includes('api')) await mountApi(app, options);
  else mountUnknownPaths(app, new KnownPaths([]), () => undefined);
  return app;
}

/** The API, the console and what else clients reach. */
async function mountApi(app: FastifyInstance, options: ServerOptions): Promise<void> {
  const { services, operations } = options;
  const consolePage = mountConsole(app);
  for (const operation of operations) await mount(app, operation, options);
  const paths = new KnownPaths(operations);
  mountOtherMethods(app, paths);
  await mountScim(app, options.scimRoutes ?? [], (request) => contextOf(app, request, options));
  mountOAuth(app, services, options.clock);
  mountDocs(app, operations, services.config);
  mountFiles(app, services);
  mountUnknownPaths(app, paths, consolePage);
}

const noSchemas = () => () => {
  throw new Error('Routes have no schemas of Fastify; operations have their own.');
};

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

function setCommonHeaders(app: FastifyInstance, { services, clock }: ServerOptions): void {
  app.addHook('onRequest', async (request, reply) => {
    request.startedAt = clock();
    reply.headers(commonHeaders(request.id));
    setCorsHeaders(request, reply, services.config.corsOrigins);
  });
}

function setCorsHeaders(request: FastifyRequest, reply: FastifyReply, origins: string[]): void {
  const { origin } = request.headers;
  if (!origin || !origins.includes(origin)) return;
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-headers': 'Authorization, Content-Type, If-Match, X-Request-Id',
    'access-control-allow-methods': [...methods, 'HEAD', 'OPTIONS'].join(', '),
    'access-control-expose-headers':
      'ETag, Location, Retry-After, X-Request-Id, x-rate-limit-limit, x-rate-limit-remaining, x-rate-limit-reset',
    vary: 'Origin',
  });
}

function logRequests(app: FastifyInstance, { log }: Services): void {
  app.addHook('onResponse', async (request, reply) => {
    log.info(
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
function limitRequestTime(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.streams) return;
    const timeout = Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    const timer = setTimeout(() => {
      // A body may still be arriving after its response.
      if (reply.raw.writableEnded) request.raw.socket.destroy();
      else respondToInvalidRequest(timeout, request.raw.socket);
    }, requestTimeoutSeconds * 1000);
    // The timer of an aborted request must not keep the process alive.
    timer.unref();
    request.raw.once('close', () => clearTimeout(timer));
    reply.raw.once('close', () => {
      // Injected requests, which have no socket, are never incomplete.
      const isIncomplete = Object.is(request.raw.complete, false);
      if (!isIncomplete) clearTimeout(timer);
    });
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

function bodyLimit(operation: Operation, config: Config): number {
  if (operation.form) return config.maxCsvBytes;
  return operation.stream ? config.maxImportBytes : config.maxJsonBytes;
}

function mountRoute(app: FastifyInstance, operation: Operation, options: ServerOptions): void {
  const { services, validatesResponses = false } = options;
  app.route({
    method: operation.method,
    url: routePath(operation),
    config: {
      access: operation.open ? 'open' : 'credential',
      streams: operation.stream ?? false,
      maxOpenBodyBytes: operation.maxOpenBodyBytes,
    },
    bodyLimit: bodyLimit(operation, services.config),
    handler: (request, reply) => {
      const handle = () =>
        runOperation(
          operation,
          request,
          reply,
          {
            ...contextOf(app, request, options),
            ...(operation.stream && {
              incoming: {
                content: (request.body as Readable | undefined) ?? Readable.from([]),
                contentType: request.headers['content-type'] ?? '',
              },
            }),
          },
          validatesResponses,
        );
      const { tracing, log } = services;
      return tracing ? traceRequest({ tracing, log }, request, reply, handle) : handle();
    },
  });
}

function contextOf(
  app: FastifyInstance,
  request: FastifyRequest,
  { services, clock }: ServerOptions,
): Context {
  return {
    actor: request.actor!,
    db: services.db,
    now: request.startedAt,
    requestId: request.id,
    origin: originOf(request, services.config),
    linkOrigin: linkOriginOf(services.config, portOf(app)),
    host: request.ip,
    url: request.raw.url ?? '',
    cookie: request.headers.cookie,
    services,
    clock,
  };
}

/** The port that the server listens on; undefined until it does. */
function portOf(app: FastifyInstance): number | undefined {
  const bound = app.server.address();
  return typeof bound === 'object' ? bound?.port : undefined;
}
