import { z } from 'zod';
import { buildBilling, buildDemo } from './build-demo.js';
import type { Context } from '../platform/kernel/context.js';
import { unprocessable } from '../platform/lib/errors.js';
import { type Operation, operation } from '../platform/kernel/operation.js';
import { ImportRun, serializeImportRun } from '../domain/intake/integrations/index.js';
import { createDemoRun, trackDemoRun } from './demo-run.js';
import { demoScales } from './history.js';

/** Builds the demo through the operations that clients use. They include this one, so they are passed as a function. */
export const createDemo = (operations: () => readonly Operation[]) =>
  operation({
    id: 'createDemo',
    tag: 'Console',
    method: 'POST',
    path: '/console/demo',
    summary: 'Fill an account without integrations with a demo company',
    query: z.object({
      size: z
        .enum(['small', 'whole'])
        .optional()
        .describe('small generates a hundredth of the usage.'),
    }),
    status: 202,
    errors: [400, 403, 422],
    role: 'owner',
    response: ImportRun,
    ownTransaction: true,
    run: async ({ query: { size = 'whole' } }, ctx) => {
      const { services } = ctx;
      const run = await services.db.transaction().execute(async (db) => {
        await requireEmptyAccount({ ...ctx, db });
        return createDemoRun({ ...ctx, db });
      });
      trackDemoRun(ctx, run, async (onProgress) => {
        const options = { ctx: { ...ctx, db: services.db }, operations: operations() };
        const demo = await buildDemo({ ...options, scale: demoScales[size], onProgress });
        await buildBilling(options);
        return demo;
      });
      return serializeImportRun(services, run, ctx.now);
    },
  });

/** Locks the account, so that the second of two concurrent requests sees the run of the first. */
async function requireEmptyAccount({ db, actor }: Context): Promise<void> {
  await db
    .selectFrom('accounts')
    .select('token')
    .where('token', '=', actor.accountToken)
    .forUpdate()
    .execute();
  const integration = await db
    .selectFrom('integrations')
    .select('token')
    .where('account_token', '=', actor.accountToken)
    .executeTakeFirst();
  if (integration) {
    throw unprocessable('The demo needs an account without integrations; this one has some');
  }
  const running = await db
    .selectFrom('import_runs')
    .select('run_id')
    .where('account_token', '=', actor.accountToken)
    .where('status', '=', 'running')
    .executeTakeFirst();
  if (running) throw unprocessable('An import is running; build the demo when it has finished');
}
