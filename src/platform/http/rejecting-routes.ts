// Only the list of methods; nothing is requested.
// oxlint-disable-next-line no-restricted-imports
import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { ApiError } from '../lib/errors.js';
import type { PageHandler } from './console-files.js';
import type { KnownPaths } from './known-paths.js';
import type { Access } from './route-access.js';

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

/**
 * Rejects methods that a path does not have but a pattern does: `PUT /v2/budgets/status` is not an update of a
 * budget. All other methods reach the routes of unknown paths.
 */
export function mountOtherMethods(app: FastifyInstance, paths: KnownPaths): void {
  for (const { url, methods, allow } of paths.all) {
    const shadowing = paths.matching(url).filter((each) => each.url !== url);
    const taken = new Set(shadowing.flatMap((each) => each.methods));
    const rejected = [...taken].filter((method) => !methods.includes(method));
    if (rejected.length === 0) continue;
    mountRejection(app, { methods: rejected, url, access: 'credential' }, () => {
      throw methodNotAllowed(allow);
    });
  }
}

const apiPrefixes = ['/v:version(^\\d+$)', '/console'];

/**
 * Handles all other methods and paths: the API returns 405 or 404 to holders of a credential, and the methods of
 * a path to everyone. Everything else is a page of the console or a 404.
 */
export function mountUnknownPaths(
  app: FastifyInstance,
  paths: KnownPaths,
  consolePage: PageHandler,
): void {
  const methods = routableMethods.filter((method) => method !== 'OPTIONS');
  const requireKnown = (request: FastifyRequest) => {
    const [known] = paths.matching(pathOf(request));
    if (!known) throw pathNotFound();
    return known;
  };
  for (const url of apiPrefixes.flatMap((prefix) => [prefix, `${prefix}/*`])) {
    mountRejection(app, { methods, url, access: 'credential' }, (request) => {
      throw methodNotAllowed(requireKnown(request).allow);
    });
    mountRejection(app, { methods: ['OPTIONS'], url, access: 'open' }, (request, reply) => {
      void reply.code(204).header('allow', requireKnown(request).allow).send();
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

const methodNotAllowed = (allow: string) => new ApiError(405, ['Method not allowed'], { allow });

const pathOf = (request: FastifyRequest) => (request.raw.url ?? '').split('?', 1)[0]!;

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
