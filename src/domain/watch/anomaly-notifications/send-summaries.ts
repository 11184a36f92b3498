import { type Selectable, sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';
import { formatDate } from '../../../platform/lib/time.js';
import type { Db, Tables } from '../../../platform/store/tables.js';
import { writeMessages, recipientsOfLinkedRule } from '../delivery/index.js';
import { type StoredAnomaly, describeSummary } from './describe-summary.js';
import { isReported } from './reported-rise.js';

type Notification = Selectable<Tables['anomaly_notifications']>;

/** Writes the summaries of all notifications of an account that have something new; returns their number. */
export async function sendSummaries(ctx: Context): Promise<number> {
  const notifications = await ctx.db
    .selectFrom('anomaly_notifications')
    .select('token')
    .where('account_token', '=', ctx.actor.accountToken)
    .orderBy('id')
    .execute();
  let sent = 0;
  for (const { token } of notifications) {
    if (await sendSummary(ctx, token)) sent += 1;
  }
  return sent;
}

/**
 * Writes the summary of a notification, at most one a day: one message per recipient that lists all
 * anomalies it has not dealt with. The notification is locked, so that of two workers the second one
 * finds what the first has written, all of which commits together.
 */
function sendSummary(ctx: Context, token: string): Promise<boolean> {
  const today = formatDate(ctx.now);
  return ctx.services.db.transaction().execute(async (trx) => {
    const notification = await trx
      .selectFrom('anomaly_notifications')
      .selectAll()
      .where('token', '=', token)
      .forUpdate()
      .executeTakeFirst();
    if (!notification || notification.summarized_on === today) return false;
    const anomalies = await readNew(trx, notification);
    if (anomalies.length === 0) return false;
    const recipients = await recipientsOfLinkedRule(trx, 'anomaly_notification', notification);
    const reported = anomalies.filter((each) => isReported(notification.threshold, each));
    const delivered = recipients.length > 0 ? reported : [];
    await recordAnomalies(trx, notification, anomalies, { delivered, now: ctx.now });
    if (delivered.length === 0) return false;
    const report = await trx
      .selectFrom('cost_reports')
      .select(['token', 'title'])
      .where('token', '=', notification.cost_report_token)
      .executeTakeFirstOrThrow();
    await writeMessages(trx, ctx.services, {
      account: notification.account_token,
      rule: token,
      event: `${token} ${today}`,
      recipients,
      content: describeSummary(report, notification, delivered),
      now: ctx.now,
    });
    return true;
  });
}

/** What has been found since the notification exists and is not dealt with, by the notification or a person. */
async function readNew(db: Db, notification: Notification): Promise<StoredAnomaly[]> {
  const { token, cost_report_token: report, created_at: since } = notification;
  const { rows } = await sql<StoredAnomaly>`
    select * from anomaly_alerts a
    where cost_report_token = ${report} and is_news and created_at >= ${since}
      and status <> 'ignored' and not (status = 'archived' and has_set_status)
      and not exists (select 1 from anomaly_notification_anomalies done
        where done.anomaly_notification_token = ${token} and done.anomaly_alert_token = a.token)
    order by id`.execute(db);
  return rows;
}

async function recordAnomalies(
  db: Db,
  { token }: Notification,
  anomalies: readonly StoredAnomaly[],
  { delivered, now }: { delivered: readonly StoredAnomaly[]; now: Date },
): Promise<void> {
  const told = new Set(delivered.map((each) => each.token));
  await db
    .insertInto('anomaly_notification_anomalies')
    .values(
      anomalies.map((each) => ({
        anomaly_notification_token: token,
        anomaly_alert_token: each.token,
        delivered: told.has(each.token),
        created_at: now,
      })),
    )
    .execute();
  if (told.size === 0) return;
  await db
    .updateTable('anomaly_notifications')
    .set({ summarized_on: formatDate(now) })
    .where('token', '=', token)
    .execute();
  await db
    .updateTable('anomaly_alerts')
    .set({ alerted_at: now })
    .where('token', 'in', [...told])
    .where('alerted_at', 'is', null)
    .execute();
}
