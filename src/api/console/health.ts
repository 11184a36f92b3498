import { z } from 'zod';
import { healthChecks } from '../../domain/health-checks.js';
import { healthStates } from '../../platform/health/check.js';
import { runChecks } from '../../platform/health/run-checks.js';
import type { Context } from '../../platform/kernel/context.js';
import { operation } from '../../platform/kernel/operation.js';
import { forbidden } from '../../platform/lib/errors.js';
import { formatTimestamp } from '../../platform/lib/time.js';

/** Three checks read much, one after another, and the response must arrive before the time of a request is over. */
const readingShare = 1 / 6;
const maxReadingSeconds = 4;
const responseSeconds = 8;

const state = z.enum(healthStates);

export const getHealth = operation({
  id: 'getHealth',
  tag: 'Console',
  method: 'GET',
  path: '/console/health',
  summary: 'Check the installation, and say what is out of order and what to do',
  role: 'owner',
  status: 200,
  errors: [403],
  response: z
    .object({
      state: state.describe('The worst state of the checks.'),
      checked_at: z.string(),
      checks: z.array(
        z.object({
          name: z.string(),
          title: z.string(),
          state,
          found: z.string().describe('What the check has found, as one sentence.'),
          remedy: z.string().nullable().describe('What to do; null where all is well.'),
        }),
      ),
    })
    .meta({ id: 'Health' }),
  run: async (_input, ctx) => {
    await requireOperator(ctx);
    const { services, clock } = ctx;
    const report = await runChecks(
      healthChecks,
      { ...services, clock, isServing: true, hasSchema: true },
      {
        readingSeconds: Math.min(maxReadingSeconds, services.config.querySeconds * readingShare),
        responseSeconds,
      },
    );
    const checks = report.checks.map(({ name, title, state: each, found, remedy = null }) => ({
      name,
      title,
      state: each,
      found,
      remedy,
    }));
    return { state: report.state, checked_at: formatTimestamp(clock()), checks };
  },
});

/** The checks name channels and bills of all accounts, which owners of a managed account must not see. */
async function requireOperator({ db, actor }: Context): Promise<void> {
  const managed = await db
    .selectFrom('managed_accounts')
    .select('token')
    .where('token', '=', actor.accountToken)
    .executeTakeFirst();
  if (managed)
    throw forbidden('Only owners of the account that operates this installation see its health');
}
