import type { FastifyInstance } from 'fastify';
import type { Services } from '../kernel/services.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on `/readyz` fails, so that load balancers send new requests elsewhere; all are still answered. */
    startDraining(): void;
  }
}

/**
 * `/livez`: the process responds; only a failure of this is a reason to restart it. `/healthz`: its stores respond,
 * too. `/readyz`: it also accepts requests. A server that can only be read is degraded, which is no reason to send
 * its requests elsewhere: 200.
 */
export function mountHealth(app: FastifyInstance, services: Services): void {
  let isDraining = false;
  app.decorate('startDraining', () => {
    isDraining = true;
  });
  app.get('/livez', { config: { access: 'open' } }, () => ({ status: 'ok' }));
  app.get('/healthz', { config: { access: 'open' } }, async (_request, reply) => {
    const health = await readHealth(services);
    return reply.code(health.unhealthy.length === 0 ? 200 : 503).send(health);
  });
  app.get('/readyz', { config: { access: 'open' } }, async (_request, reply) => {
    const health = await readHealth(services);
    if (isDraining) return reply.code(503).send({ ...health, status: 'closing' });
    return reply.code(health.unhealthy.length === 0 ? 200 : 503).send(health);
  });
}

const nearlyFull =
  'The disk of the server is nearly full; nothing can be changed until more is free.';

async function readHealth({ unhealthyStores, isNearlyFull }: Services) {
  const [unhealthy, isFull] = await Promise.all([unhealthyStores(), isNearlyFull()]);
  const reasons = isFull ? [nearlyFull] : [];
  const status = unhealthy.length > 0 ? 'unhealthy' : isFull ? 'degraded' : 'ok';
  return { status, unhealthy, ...(reasons.length > 0 && { reasons }) };
}
