import { z } from 'zod';
import type { Db } from '../store/tables.js';
import { forEachAccount } from './for-each-account.js';
import { type Job, type JobContext, job } from './job.js';

interface AccountJob<Counts extends Record<string, number>> extends Pick<
  Job,
  'name' | 'summary' | 'cron'
> {
  /** The error of the job: `Evaluating rules failed`. */
  failure: string;
  /** The accounts that need it, unless the job is queued for one. */
  accounts: (db: Db) => Promise<string[]>;
  /** What is counted, before the first account. */
  none: Counts;
  /** Returns its counts, and failures that the rest of the account survived. */
  work: (ctx: JobContext, account: string) => Promise<Counts & { failures: readonly unknown[] }>;
  describe: (total: Counts) => string;
}

/**
 * A job that works account by account: for the one that it is queued for, or by schedule for all that need it.
 * What it has done is not done twice, so that it can run again after a failure.
 */
export function accountJob<Counts extends Record<string, number>>({
  failure,
  accounts,
  none,
  work,
  describe,
  ...named
}: AccountJob<Counts>): Job {
  return job({
    ...named,
    retries: 3,
    expireHours: 2,
    payload: z.object({ account_token: z.string().optional() }),
    run: async ({ account_token: account }, ctx) => {
      const { db } = ctx.services;
      const chosen = account ? [account] : await accounts(db);
      const total: Record<string, number> = { ...none };
      await forEachAccount(db, chosen, failure, async (token, failures) => {
        const { failures: survived, ...counts } = await work(ctx, token);
        for (const [name, count] of Object.entries(counts)) total[name]! += count as number;
        failures.push(...survived);
      });
      return describe(total as Counts);
    },
  });
}
