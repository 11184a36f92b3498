import type { FastifyInstance } from 'fastify';
import type { Services } from '../kernel/services.js';

/** `/healthz`: the process and its stores answer. `/readyz`: it also takes requests. */
export function mountHealth(app: FastifyInstance, services: Services): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  const check = async () => ({ ailing: await services.ailing() });
  app.get('/healthz', async (_request, reply) => {
    const { ailing } = await check();
    return reply.code(ailing.length === 0 ? 200 : 503).send({ status: state(ailing), ailing });
  });
  app.get('/readyz', async (_request, reply) => {
    const { ailing } = await check();
    const isReady = !closing && ailing.length === 0;
    return reply
      .code(isReady ? 200 : 503)
      .send({ status: closing ? 'closing' : state(ailing), ailing });
  });
}

const state = (ailing: string[]) => (ailing.length === 0 ? 'ok' : 'ailing');
