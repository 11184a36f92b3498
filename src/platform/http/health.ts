import type { FastifyInstance } from 'fastify';
import type { Services } from '../kernel/services.js';

/** `/healthz`: the process and its stores respond. `/readyz`: it also accepts requests. */
export function mountHealth(app: FastifyInstance, services: Services): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.get('/healthz', { config: { access: 'open' } }, async (_request, reply) => {
    const unhealthy = await services.unhealthyStores();
    return reply
      .code(unhealthy.length === 0 ? 200 : 503)
      .send({ status: statusOf(unhealthy), ailing: unhealthy });
  });
  app.get('/readyz', { config: { access: 'open' } }, async (_request, reply) => {
    const unhealthy = await services.unhealthyStores();
    const isReady = !closing && unhealthy.length === 0;
    return reply
      .code(isReady ? 200 : 503)
      .send({ status: closing ? 'closing' : statusOf(unhealthy), ailing: unhealthy });
  });
}

const statusOf = (unhealthy: string[]) => (unhealthy.length === 0 ? 'ok' : 'ailing');
