import { unlessDeleted } from '../../../platform/jobs/unless-deleted.js';
import type { Context } from '../../../platform/kernel/context.js';
import { addDays } from '../../../platform/lib/days.js';
import { formatDate } from '../../../platform/lib/time.js';
import { scanReport } from './scan-report.js';

/** An anomaly that nobody has dealt with is archived after these days. */
const activeDays = 7;

export interface AccountScan {
  reports: number;
  /** Cost queries: one per report whose costs have changed. */
  queries: number;
  stored: number;
  /** Series of reports with too many, which were not searched. */
  leftOut: number;
  /** Reports whose costs could not be read, with the reason. */
  failures: unknown[];
}

/** Archives old anomalies of an account and searches its reports; one that fails does not block the others. */
export async function scanAccount(ctx: Context): Promise<AccountScan> {
  await archiveOld(ctx);
  const reports = await ctx.db
    .selectFrom('cost_reports')
    .select('token')
    .where('account_token', '=', ctx.actor.accountToken)
    .orderBy('id')
    .execute();
  const scan = {
    reports: reports.length,
    queries: 0,
    stored: 0,
    leftOut: 0,
    failures: [] as unknown[],
  };
  for (const { token } of reports) {
    try {
      const found = await unlessDeleted(ctx.db, 'cost_reports', token, () =>
        scanReport(ctx, token),
      );
      scan.queries += found?.queries ?? 0;
      scan.stored += found?.stored ?? 0;
      scan.leftOut += found?.leftOut ?? 0;
    } catch (error) {
      scan.failures.push(error);
    }
  }
  return scan;
}

/** A status that a person has set stays. */
async function archiveOld({ db, actor, now }: Context): Promise<void> {
  await db
    .updateTable('anomaly_alerts')
    .set({ status: 'archived' })
    .where('account_token', '=', actor.accountToken)
    .where('status', '=', 'active')
    .where('has_set_status', '=', false)
    .where('anomaly_date', '<=', addDays(formatDate(now), -activeDays))
    .execute();
}
