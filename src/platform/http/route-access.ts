import type { FastifyInstance } from 'fastify';
import type { Services } from '../kernel/services.js';
import { authenticate } from './authenticate.js';
import { authenticateScim } from './authenticate-scim.js';
import { RateLimit } from './rate-limit.js';

/** Who may call a route: holders of a credential or of a SCIM token, or everyone. */
export type Access = 'credential' | 'scim' | 'open';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** The largest body on an open route, if not the usual one. */
    maxOpenBodyBytes?: number | undefined;
  }
}

/** Callers without a credential send logins and token requests, nothing larger. */
const maxOpenBodyBytes = 16 * 1024;

/** Every route must declare who may call it; the server does not start with one that does not. */
export function requireAccessRules(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (!route.config?.access) {
      throw new Error(`${String(route.method)} ${route.url} declares no access rule`);
    }
    if (route.config.access === 'open') {
      route.bodyLimit = route.config.maxOpenBodyBytes ?? maxOpenBodyBytes;
    }
  });
}

/**
 * Authenticates by the route that the router has found, before the body is read, so that no spelling of a
 * path avoids it. Unknown paths have routes too: callers without a credential cannot probe the API.
 */
export function authenticateRequests(app: FastifyInstance, services: Services): void {
  const limit = new RateLimit(services.config.rateLimit);
  app.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config;
    if (access === 'open') return;
    const identify = access === 'scim' ? authenticateScim : authenticate;
    request.actor = await identify(request, services, request.startedAt);
    const subject = String(request.actor.credential?.id ?? request.actor.token);
    reply.headers(limit.count(subject, request.startedAt));
  });
}
