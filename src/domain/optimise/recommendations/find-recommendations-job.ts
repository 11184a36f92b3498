import { z } from 'zod';
import { forEachAccount } from '../../../platform/jobs/for-each-account.js';
import { job } from '../../../platform/jobs/job.js';
import type { Context } from '../../../platform/kernel/context.js';
import { operatorContext } from '../../../platform/kernel/operator-context.js';
import { evaluateWorkspace } from './evaluate-workspace.js';
import type { Rule } from './rule.js';
import { rules } from './rules/index.js';

/** Runs after resources were read for their account, and daily for all of them; purchases on Mondays. */
export const findRecommendationsJob = job({
  name: 'find-recommendations',
  summary: 'Evaluates the rules of recommendations and measures what was saved',
  cron: '0 6 * * *',
  retries: 3,
  expireHours: 2,
  payload: z.object({
    account_token: z.string().optional(),
    purchases: z.boolean().optional().describe('Also on other days than Mondays.'),
  }),
  run: async ({ account_token: account, purchases }, job) => {
    const { db } = job.services;
    const accounts = account
      ? [account]
      : (await db.selectFrom('accounts').select('token').orderBy('id').execute()).map(
          ({ token }) => token,
        );
    const total = { accounts: 0, findings: 0, ended: 0 };
    const evaluate = async (ctx: Context, workspace: string, failures: unknown[]) => {
      const evaluation = await evaluateWorkspace(ctx, workspace, rulesOn(ctx.now, purchases));
      total.accounts += evaluation.accounts;
      total.findings += evaluation.findings;
      total.ended += evaluation.ended;
      failures.push(...evaluation.failures);
    };
    // A finding that is found twice is one finding.
    await forEachAccount(
      db,
      accounts,
      'Finding recommendations failed',
      async (token, failures) => {
        const ctx = await operatorContext(job, token);
        for (const workspace of ctx.actor.accountWorkspaces) {
          await evaluate(ctx, workspace, failures).catch((error: unknown) => failures.push(error));
        }
      },
    );
    return `${total.accounts} accounts evaluated, ${total.findings} findings, ${total.ended} ended`;
  },
});

/** The rules of a day: commitments are bought once a week at most. */
function rulesOn(now: Date, purchases = now.getUTCDay() === 1): readonly Rule[] {
  return rules.filter((rule) => purchases || !rule.purchase);
}
