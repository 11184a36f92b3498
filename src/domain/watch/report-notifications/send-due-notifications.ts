import { unlessDeleted } from '../../../platform/jobs/unless-deleted.js';
import type { JobContext } from '../../../platform/jobs/job.js';
import type { Context } from '../../../platform/kernel/context.js';
import { operatorContext } from '../../../platform/kernel/operator-context.js';
import { addDays } from '../../../platform/lib/days.js';
import { formatDate } from '../../../platform/lib/time.js';
import type { Db } from '../../../platform/store/tables.js';
import { readScope } from '../../costs/query/index.js';
import { listSavings } from './list-savings.js';
import { type PeriodFigures, readFigures } from './read-figures.js';
import { type ScheduledRun, dueRun } from './schedule.js';
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
  const figuresOf = readEachOnce(ctx);
  const savingsOf = listEachOnce(ctx);
  const result: SentNotifications = { sent: 0, reports: 0, failures: [] };
  for (const { notification, run } of await findDue(ctx, account)) {
    try {
      const { db } = ctx.services;
      await unlessDeleted(db, 'cost_reports', notification.cost_report_token, async () => {
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

async function findDue(
  ctx: Context,
  account: string,
): Promise<{ notification: StoredNotification; run: ScheduledRun }[]> {
  const notifications = await ctx.db
    .selectFrom('report_notifications')
    .selectAll()
    .where('account_token', '=', account)
    .orderBy('id')
    .execute();
  const sent = await readSentKeys(ctx, account);
  const due = [];
  for (const notification of notifications) {
    const scope = await readScope(ctx.db, [notification.workspace_token]);
    const run = dueRun(notification, ctx.now, scope.completeThrough);
    if (run && !sent.has(keyOf(notification.token, run.period))) due.push({ notification, run });
  }
  return due;
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
function readEachOnce(ctx: Context) {
  const read = new Map<string, Promise<PeriodFigures>>();
  const figuresOf = (notification: StoredNotification, run: ScheduledRun) => {
    const key = keyOf(notification.cost_report_token, run.period);
    const figures = read.get(key) ?? readFigures(ctx, notification.cost_report_token, run);
    read.set(key, figures);
    return figures;
  };
  return Object.assign(figuresOf, { count: () => read.size });
}

/** Lists the recommendations of each workspace once. */
function listEachOnce(ctx: Context) {
  const listed = new Map<string, ReturnType<typeof listSavings>>();
  return (workspace: string) => {
    const list = listed.get(workspace) ?? listSavings(ctx, workspace);
    listed.set(workspace, list);
    return list;
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
