import type { Kysely, Selectable } from 'kysely';
import type { Services } from '../../../platform/kernel/services.js';
import type { Tables } from '../../../platform/store/tables.js';
import { type MailList, writeMessages, recipientsOfLinkedRule } from '../delivery/index.js';
import { describePeriod } from './describe-period.js';
import type { PeriodFigures } from './read-figures.js';

export type StoredNotification = Selectable<Tables['report_notifications']>;

/**
 * Records that a notification reports a period, and writes its messages, in one transaction. Returns false
 * if it has reported that period before, was changed since the figures were read, or has been deleted.
 */
export function sendPeriod(
  db: Kysely<Tables>,
  services: Pick<Services, 'enqueue'>,
  { token, frequency }: Pick<StoredNotification, 'token' | 'frequency'>,
  figures: PeriodFigures & { workspace: string; savings?: MailList },
  now: Date,
): Promise<boolean> {
  const { period } = figures.run;
  return db.transaction().execute(async (trx) => {
    const current = await trx
      .selectFrom('report_notifications')
      .selectAll()
      .where('token', '=', token)
      .where('frequency', '=', frequency)
      .where('cost_report_token', '=', figures.report.token)
      .forUpdate()
      .executeTakeFirst();
    if (!current) return false;
    // Two workers at once meet the unique key: the second one inserts nothing.
    const inserted = await trx
      .insertInto('report_notification_runs')
      .values({
        report_notification_token: token,
        period_start: period.start,
        period_end: period.end,
        total: figures.total.amount,
        sent_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return false;
    await writeMessages(trx, services, {
      account: current.account_token,
      rule: token,
      event: [token, period.start, period.end].join(' '),
      recipients: await recipientsOfLinkedRule(trx, 'report_notification', current),
      content: describePeriod(current, figures.workspace, figures),
      now,
    });
    return true;
  });
}
