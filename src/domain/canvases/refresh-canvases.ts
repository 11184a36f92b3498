import { z } from 'zod';
import { failCanvas, refreshCanvas } from './refresh-canvas.js';
import { job } from '../../platform/jobs/job.js';

export const refreshOneCanvas = job({
  name: 'refresh-canvas',
  summary: 'Makes the table of a canvas after its prompt was written',
  retries: 2,
  payload: z.object({ token: z.string() }),
  run: async ({ token }, ctx) => {
    await refreshCanvas(token, ctx);
    return `${token} refreshed`;
  },
  onFinalFailure: ({ token }, { services }) => failCanvas(services.db, token),
});

const batch = 100;

export const refreshCanvases = job({
  name: 'refresh-canvases',
  summary: 'Makes the tables of all canvases anew',
  cron: '40 5 * * *',
  retries: 0,
  expireHours: 12,
  run: async (_payload, ctx) => {
    const { db, log } = ctx.services;
    const sums = { refreshed: 0, failed: 0 };
    for (let last = 0, found = batch; found === batch;) {
      const canvases = await db
        .selectFrom('canvases')
        .select(['id', 'token'])
        .where('id', '>', last)
        .orderBy('id')
        .limit(batch)
        .execute();
      for (const { id, token } of canvases) {
        last = id;
        try {
          await refreshCanvas(token, ctx);
          sums.refreshed += 1;
        } catch (error) {
          // One table must not keep the others from being made.
          log.warn({ canvas: token, err: error }, 'a canvas could not be refreshed');
          await failCanvas(db, token);
          sums.failed += 1;
        }
      }
      found = canvases.length;
    }
    return `${sums.refreshed} canvases refreshed, ${sums.failed} failed`;
  },
});
