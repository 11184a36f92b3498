// Only the list of methods; nothing is requested.
// oxlint-disable-next-line no-restricted-imports
import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Operation } from '../kernel/operation.js';
import { ApiError } from '../lib/errors.js';
import type { PageHandler } from './console-files.js';
import type { Access } from './route-access.js';
import { routePath } from './route-path.js';

/** Every method that can reach a route. Node handles CONNECT, Fastify adds HEAD to GET. */
const routableMethods = METHODS.filter(
  (method) => method !== 'CONNECT' && method !== 'HEAD',
) as HTTPMethods[];

/** Adds the methods that Fastify does not know: a request with one of them would not be routed at all. */
export function routeAllMethods(app: FastifyInstance): void {
  for (const method of routableMethods) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
}

/** Handles other methods of known paths: OPTIONS lists the allowed ones, the rest return 405. */
export function mountOtherMethods(app: FastifyInstance, operations: readonly Operation[]): void {
  for (const url of new Set(operations.map(routePath))) {
    const supported = operations
      .filter((each) => routePath(each) === url)
      .map((each) => each.method as string);
    const allow = [...supported, ...(supported.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(
      ', ',
    );
    const methods = routableMethods.filter(
      (method) => method !== 'OPTIONS' && !supported.includes(method),
    );
    mountRejection(app, { methods, url, access: 'credential' }, () => {
      throw new ApiError(405, ['Method not allowed'], { allow });
    });
    app.options(url, { config: { access: 'open' } }, (_request, reply) =>
      reply.code(204).header('allow', allow).send(),
    );
  }
}

const apiPrefixes = ['/v:version(^\\d+$)', '/console'];

/**
 * Handles all other paths: the API returns 404 to holders of a credential, everything else is a page of the
 * console or a 404.
 */
export function mountUnknownPaths(app: FastifyInstance, consolePage: PageHandler): void {
  const methods = routableMethods.filter((method) => method !== 'OPTIONS');
  for (const url of apiPrefixes.flatMap((prefix) => [prefix, `${prefix}/*`])) {
    mountRejection(app, { methods, url, access: 'credential' }, () => {
      throw pathNotFound();
    });
  }
  for (const url of ['/v1/integrations/aws', '/v1/integrations/aws/*']) {
    mountRejection(app, { methods, url, access: 'credential' }, () => {
      throw awsResourceUnsupported();
    });
  }
  mountRejection(app, { methods: routableMethods, url: '/*', access: 'open' }, (request, reply) => {
    if (!consolePage(request, reply)) throw pathNotFound();
  });
}

/** The Terraform provider sends its AWS resource here. It expects a role that the vendor of the API assumes. */
const awsResourceUnsupported = () =>
  new ApiError(501, [
    'AWS integrations are not created by this path. Remove the AWS resource from Terraform, and add the bucket ' +
      'or folder of the Cost and Usage Report on the Integrations page of the console.',
  ]);

const pathNotFound = () => new ApiError(404, ['Path not found']);

interface RejectingRoute {
  methods: HTTPMethods[];
  url: string;
  access: Access;
}

/** Mounts a route that responds after authentication and before the body is read. */
function mountRejection(
  app: FastifyInstance,
  { methods, url, access }: RejectingRoute,
  respond: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  app.route({
    method: methods,
    url,
    config: { access },
    onRequest: async (request, reply) => {
      respond(request, reply);
      return reply;
    },
    handler: (_request, reply) => reply,
  });
}
