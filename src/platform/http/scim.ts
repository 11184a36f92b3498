import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Context } from '../kernel/context.js';
import { ScimError, type ScimRoute } from '../kernel/scim-route.js';
import { ApiError, DomainFailure, asFailure } from '../lib/errors.js';
import { toApiError } from './errors.js';
import { parseJsonObject } from './json-body.js';
import { inTransaction } from './run-operation.js';

const contentType = 'application/scim+json; charset=utf-8';
const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';
const prefix = '/scim/v2';
const methods: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Mounts the routes of identity providers (RFC 7644), whose bodies and errors differ from the API's own. */
export async function mountScim(
  app: FastifyInstance,
  routes: readonly ScimRoute[],
  contextOf: (request: FastifyRequest) => Context,
): Promise<void> {
  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) =>
      sendScimError(reply, toApiError(error, contextOf(request).services.log)),
    );
    for (const route of routes) {
      scope.route({
        method: route.method,
        url: `${prefix}${route.path}`,
        config: { access: 'scim' },
        handler: (request, reply) => respond(route, request, reply, contextOf(request)),
      });
    }
    mountOthers(scope, routes);
  });
}

async function respond(
  route: ScimRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  ctx: Context,
): Promise<FastifyReply> {
  const input = {
    params: request.params as Record<string, string>,
    query: new URL(request.raw.url ?? '', 'http://scim').searchParams,
    body: route.method === 'GET' ? {} : readBody(request),
  };
  try {
    const run = (scope: Context) => route.run(input, scope);
    const result = await (route.method === 'GET' ? run(ctx) : inTransaction(ctx, run));
    const { status = 200, body, location } = result;
    if (location) reply.header('location', location);
    return reply
      .code(status)
      .type(contentType)
      .send(body && JSON.stringify(body));
  } catch (thrown) {
    const failure = asFailure(thrown, route.duplicates);
    if (!(failure instanceof DomainFailure)) throw thrown;
    throw new ScimError(409, failure.message, 'uniqueness');
  }
}

function readBody(request: FastifyRequest): Record<string, unknown> {
  const raw = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
  const type = request.headers['content-type'];
  if (raw.length > 0 && type && !/^application\/(scim\+)?json\s*(;|$)/i.test(type)) {
    throw new ScimError(415, 'The content type is not supported; send application/scim+json');
  }
  try {
    return parseJsonObject(raw);
  } catch (error) {
    throw error instanceof ApiError ? new ScimError(400, error.message, 'invalidSyntax') : error;
  }
}

/** Other methods and paths answer in SCIM's words too, and only to holders of a SCIM token. */
function mountOthers(scope: FastifyInstance, routes: readonly ScimRoute[]): void {
  const reject = (method: HTTPMethods[], url: string, status: number, message: string) =>
    scope.route({
      method,
      url,
      config: { access: 'scim' },
      onRequest: async () => {
        throw new ScimError(status, message);
      },
      handler: (_request, reply) => reply,
    });
  for (const path of new Set(routes.map((route) => route.path))) {
    const others = methods.filter(
      (method) => !routes.some((route) => route.path === path && route.method === method),
    );
    if (others.length > 0) reject(others, `${prefix}${path}`, 405, 'Method not allowed');
  }
  for (const url of [prefix, `${prefix}/*`]) reject(methods, url, 404, 'Path not found');
}

function sendScimError(reply: FastifyReply, error: ApiError): FastifyReply {
  // A rule of the account, such as its last owner; SCIM knows no 422.
  const isRule = error.status === 422;
  const status = isRule ? 400 : error.status;
  const scimType = error instanceof ScimError ? error.scimType : isRule ? 'mutability' : undefined;
  const body = {
    schemas: [errorSchema],
    // RFC 7644 writes the status as a text.
    status: String(status),
    ...(scimType && { scimType }),
    detail: error.messages.join(' '),
  };
  return reply.code(status).headers(error.headers).type(contentType).send(JSON.stringify(body));
}
