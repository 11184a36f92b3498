import { z } from 'zod';
import { unavailable } from '../../platform/lib/errors.js';
import { operation } from '../../platform/kernel/operation.js';

export const ping = operation({
  id: 'ping',
  tag: 'Ping',
  method: 'GET',
  path: '/v2/ping',
  summary: 'Check that the service and its stores respond',
  status: 200,
  errors: [],
  response: z.object({ ping: z.string() }),
  run: async (_input, ctx) => {
    const unhealthy = await ctx.services.unhealthyStores();
    if (unhealthy.length > 0) throw unavailable('The storage is currently unreachable. Try again.');
    return { ping: 'pong' };
  },
});
