import { z } from 'zod';
import { recordRefreshFailure, refreshCanvas } from './refresh-canvas.js';
import { job } from '../../../platform/jobs/job.js';

export const refreshOneCanvas = job({
  name: 'refresh-canvas',
  summary: 'Computes the table of a canvas after its prompt has changed',
  retries: 2,
  payload: z.object({ token: z.string() }),
  run: async ({ token }, ctx) => {
    await refreshCanvas(token, ctx);
    return `${token} refreshed`;
  },
  onFinalFailure: ({ token }, { services }) => recordRefreshFailure(services.db, token),
});

const batchSize = 100;

export const refreshCanvases = job({
  name: 'refresh-canvases',
  summary: 'Refreshes the tables of all canvases',
  cron: '40 5 * * *',
  retries: 0,
  expireHours: 12,
  run: async (_payload, ctx) => {
    const { db, log } = ctx.services;
    const counts = { refreshed: 0, failed: 0 };
    for (let last = 0, found = batchSize; found === batchSize;) {
      const canvases = await db
        .selectFrom('canvases')
        .select(['id', 'token'])
        .where('id', '>', last)
        .orderBy('id')
        .limit(batchSize)
        .execute();
      for (const { id, token } of canvases) {
        last = id;
        try {
          await refreshCanvas(token, ctx);
          counts.refreshed += 1;
        } catch (error) {
          // A failing canvas must not block the others.
          log.warn({ canvas: token, err: error }, 'a canvas could not be refreshed');
          await recordRefreshFailure(db, token);
          counts.failed += 1;
        }
      }
      found = canvases.length;
    }
    return `${counts.refreshed} canvases refreshed, ${counts.failed} failed`;
  },
});
