import type { Selectable } from 'kysely';
import { unlessDeleted } from '../../../platform/jobs/unless-deleted.js';
import type { JobContext } from '../../../platform/jobs/job.js';
import type { Context } from '../../../platform/kernel/context.js';
import { operatorContext } from '../../../platform/kernel/operator-context.js';
import { formatDate } from '../../../platform/lib/time.js';
import type { Db, Tables } from '../../../platform/store/tables.js';
import { readCompleteness } from '../../reports/cost-reports/index.js';
import { readDashboard, storeDashboard } from '../../reports/dashboard-files/index.js';
import { dashboards, readLayout } from '../../reports/dashboards/index.js';
import { recipientsOfLinkedRule, writeMessages } from '../delivery/index.js';
import { dueRun, latestRun } from '../report-notifications/index.js';
import { describeDashboard } from './describe-dashboard.js';

type StoredNotification = Selectable<Tables['dashboard_notifications']>;

export interface SentDashboards {
  sent: number;
  /** Why dashboards could not be sent. */
  failures: unknown[];
}

/** Sends the dashboards of an account that are due. */
export async function sendDueDashboards(job: JobContext, account: string): Promise<SentDashboards> {
  const ctx = await operatorContext(job, account);
  const { db } = ctx.services;
  const result: SentDashboards = { sent: 0, failures: [] };
  for (const notification of await findUnsent(ctx, account)) {
    try {
      await unlessDeleted(db, 'dashboards', notification.dashboard_token, async () => {
        if (await sendIfDue(ctx, notification)) result.sent += 1;
      });
    } catch (error) {
      // A dashboard that cannot be read must not block the others.
      result.failures.push(error);
    }
  }
  return result;
}

/** The notifications whose last run has not been sent; nothing is read for the others. */
async function findUnsent({ services: { db }, now }: Context, account: string) {
  const notifications = await db
    .selectFrom('dashboard_notifications')
    .selectAll()
    .where('account_token', '=', account)
    .orderBy('id')
    .execute();
  const tokens = notifications.map(({ token }) => token);
  if (tokens.length === 0) return [];
  const runs = await db
    .selectFrom('dashboard_notification_runs')
    .select((eb) => ['dashboard_notification_token', eb.fn.max('day').as('day')])
    .where('dashboard_notification_token', 'in', tokens)
    .groupBy('dashboard_notification_token')
    .execute();
  const lastSent = new Map(runs.map((run) => [run.dashboard_notification_token, run.day]));
  const today = formatDate(now);
  return notifications.filter(
    ({ token, frequency }) => (lastSent.get(token) ?? '') < latestRun(frequency, today).day,
  );
}

/** Sends a dashboard unless costs of its day may still arrive. */
async function sendIfDue(ctx: Context, notification: StoredNotification): Promise<boolean> {
  const dashboard = await dashboards.rows.load(ctx, notification.dashboard_token);
  const run = dueRun(notification, ctx.now, await completeThroughOf(ctx, dashboard));
  if (!run) return false;
  const document = await readDashboard(ctx, dashboard, { compareTo: 'previous_period' });
  const folder = `${notification.token}/${run.day}`;
  const key = await storeDashboard(ctx.services, folder, document);
  return ctx.services.db.transaction().execute(async (trx) => {
    const current = await trx
      .selectFrom('dashboard_notifications')
      .selectAll()
      .where('token', '=', notification.token)
      .where('frequency', '=', notification.frequency)
      .where('dashboard_token', '=', dashboard.token)
      .forUpdate()
      .executeTakeFirst();
    if (!current) return false;
    // Two workers at once meet the unique key: the second one inserts nothing.
    const inserted = await trx
      .insertInto('dashboard_notification_runs')
      .values({ dashboard_notification_token: current.token, day: run.day, sent_at: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return false;
    await writeMessages(trx, ctx.services, {
      account: current.account_token,
      rule: current.token,
      event: `${current.token} ${run.day}`,
      recipients: await recipientsOfLinkedRule(trx, 'dashboard_notification', current),
      content: {
        ...describeDashboard(current, document),
        attachment: { key, type: 'application/pdf', isOwn: true },
      },
      now: ctx.now,
    });
    return true;
  });
}

/** The last day that is complete in every cost report of the dashboard; null if it has none. */
async function completeThroughOf(
  ctx: Context,
  dashboard: Selectable<Tables['dashboards']>,
): Promise<string | null> {
  const items = await readLayout(ctx, dashboard);
  const reports = new Set(
    items.flatMap(({ widgetable_token: token }) => (token?.startsWith('rprt_') ? [token] : [])),
  );
  let first: string | null = null;
  for (const report of reports) {
    const { completeThrough } = await readCompleteness(ctx, report);
    if (completeThrough === null) return null;
    if (first === null || completeThrough < first) first = completeThrough;
  }
  return first;
}

/** Accounts with dashboards that are sent. */
export async function readScheduledAccounts(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('dashboard_notifications')
    .select('account_token')
    .distinct()
    .orderBy('account_token')
    .execute();
  return rows.map((row) => row.account_token);
}
