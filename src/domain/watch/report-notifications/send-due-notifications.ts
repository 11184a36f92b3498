import { unlessDeleted } from '../../../platform/jobs/unless-deleted.js';
import type { JobContext } from '../../../platform/jobs/job.js';
import type { Context } from '../../../platform/kernel/context.js';
import { operatorContext } from '../../../platform/kernel/operator-context.js';
import { addDays } from '../../../platform/lib/days.js';
import { formatDate } from '../../../platform/lib/time.js';
import type { Db } from '../../../platform/store/tables.js';
import { type Completeness, readCompleteness } from '../../reports/cost-reports/index.js';
import { listSavings } from './list-savings.js';
import { type PeriodFigures, readFigures } from './read-figures.js';
import { type ScheduledRun, dueRun, latestRun } from './schedule.js';
import { type StoredNotification, sendPeriod } from './send-period.js';

export interface SentNotifications {
  sent: number;
  /** Reports whose costs were read: each once, however many notifications are about it. */
  reports: number;
  /** Why notifications could not be sent. */
  failures: unknown[];
}

/** Sends the notifications of an account that are due. */
export async function sendDueNotifications(
  job: JobContext,
  account: string,
): Promise<SentNotifications> {
  const ctx = await operatorContext(job, account);
  const completenessOf = readOnce((report: string) => readCompleteness(ctx, report));
  const figuresOf = readEachOnce(ctx, completenessOf);
  const savingsOf = readOnce((workspace: string) => listSavings(ctx, workspace));
  const result: SentNotifications = { sent: 0, reports: 0, failures: [] };
  for (const notification of await findUnsent(ctx, account)) {
    try {
      const { db } = ctx.services;
      await unlessDeleted(db, 'cost_reports', notification.cost_report_token, async () => {
        const { completeThrough } = await completenessOf(notification.cost_report_token);
        const run = dueRun(notification, ctx.now, completeThrough);
        if (!run) return;
        const figures = await figuresOf(notification, run);
        const workspace = ctx.actor.workspaceNames[notification.workspace_token] ?? '';
        const savings = await savingsOf(notification.workspace_token);
        const all = { ...figures, workspace, ...(savings && { savings }) };
        if (await sendPeriod(db, ctx.services, notification, all, ctx.now)) result.sent += 1;
      });
    } catch (error) {
      // A report whose costs cannot be read must not block the others.
      result.failures.push(error);
    }
  }
  return { ...result, reports: figuresOf.count() };
}

/** The notifications whose last period has not been reported. */
async function findUnsent(ctx: Context, account: string): Promise<StoredNotification[]> {
  const notifications = await ctx.db
    .selectFrom('report_notifications')
    .selectAll()
    .where('account_token', '=', account)
    .orderBy('id')
    .execute();
  const sent = await readSentKeys(ctx, account);
  const today = formatDate(ctx.now);
  return notifications.filter(
    ({ token, frequency }) => !sent.has(keyOf(token, latestRun(frequency, today).period)),
  );
}

const keyOf = (token: string, { start, end }: ScheduledRun['period']) => `${token} ${start} ${end}`;

/** The last period of every frequency has ended less than 70 days ago. */
const sentSinceDays = 70;

async function readSentKeys(ctx: Context, account: string): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom('report_notification_runs as run')
    .innerJoin('report_notifications as sent', 'sent.token', 'run.report_notification_token')
    .select(['sent.token', 'run.period_start', 'run.period_end'])
    .where('sent.account_token', '=', account)
    .where('run.period_end', '>=', addDays(formatDate(ctx.now), -sentSinceDays))
    .execute();
  return new Set(
    rows.map((row) => keyOf(row.token, { start: row.period_start, end: row.period_end })),
  );
}

/** Reads the figures of each report and period once. */
function readEachOnce(ctx: Context, completenessOf: (report: string) => Promise<Completeness>) {
  const read = new Map<string, Promise<PeriodFigures>>();
  const readNow = async (report: string, run: ScheduledRun) =>
    readFigures(ctx, report, run, await completenessOf(report));
  const figuresOf = (notification: StoredNotification, run: ScheduledRun) => {
    const key = keyOf(notification.cost_report_token, run.period);
    const figures = read.get(key) ?? readNow(notification.cost_report_token, run);
    read.set(key, figures);
    return figures;
  };
  return Object.assign(figuresOf, { count: () => read.size });
}

/** Reads what belongs to a token when it is first needed. */
function readOnce<Result>(
  read: (token: string) => Promise<Result>,
): (token: string) => Promise<Result> {
  const results = new Map<string, Promise<Result>>();
  return (token) => {
    const result = results.get(token) ?? read(token);
    results.set(token, result);
    return result;
  };
}

/** Accounts with notifications. */
export async function readNotifiedAccounts(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('report_notifications')
    .select('account_token')
    .distinct()
    .orderBy('account_token')
    .execute();
  return rows.map((row) => row.account_token);
}
