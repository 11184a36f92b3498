import type { FastifyInstance } from 'fastify';
import type { Services } from '../kernel/services.js';
import { authenticate } from './authenticate.js';
import { RateLimit } from './rate-limit.js';

/** Who may call a route: holders of a credential, or everyone. */
export type Access = 'credential' | 'open';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
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
    if (route.config.access === 'open') route.bodyLimit = maxOpenBodyBytes;
  });
}

/**
 * Authenticates by the route that the router has found, before the body is read, so that no spelling of a
 * path avoids it. Unknown paths have routes too: callers without a credential cannot probe the API.
 */
export function authenticateRequests(app: FastifyInstance, services: Services): void {
  const limit = new RateLimit(services.config.rateLimit);
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.access === 'open') return;
    request.actor = await authenticate(request, services, request.startedAt);
    const subject = String(request.actor.credential?.id ?? request.actor.token);
    reply.headers(limit.count(subject, request.startedAt));
  });
}
