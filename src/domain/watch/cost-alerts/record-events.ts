import { recipientsOfLinkedRule, writeMessages } from '../delivery/index.js';
import type { Insertable, Kysely } from 'kysely';
import type { Services } from '../../../platform/kernel/services.js';
import { groupBy } from '../../../platform/lib/group-by.js';
import { newToken } from '../../../platform/lib/tokens.js';
import type { Db, Tables } from '../../../platform/store/tables.js';
import type { CostChange } from './compare-intervals.js';
import { describeEvents, listDescriptions } from './describe-events.js';
import { describeChange, serializeChange } from './describe-change.js';
import type { DueChanges } from './due-changes.js';

/** Rows per statement. */
const batchSize = 1000;

/**
 * Records an event for each change, once per alert, report, group and interval, and writes one annotation
 * and one message per recipient for the events of an interval, all in one transaction. Returns the number
 * of new events.
 */
export function recordEvents(
  db: Kysely<Tables>,
  services: Pick<Services, 'enqueue'>,
  due: DueChanges,
  now: Date,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockAlert(trx, due))) return 0;
    const byInterval = groupBy(due.changes, ({ start }) => start);
    let recorded = 0;
    for (const [, changes] of [...byInterval].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const fresh = await withoutRecorded(trx, due, changes);
      if (fresh.length === 0) continue;
      const largestFirst = fresh.toSorted((a, b) => b.change.abs().comparedTo(a.change.abs()));
      await recordInterval(trx, services, { ...due, changes: largestFirst }, now);
      recorded += fresh.length;
    }
    return recorded;
  });
}

/**
 * Whether the alert is as it was evaluated and still watches the report. The lock makes a second worker
 * wait until it finds what the first has recorded.
 */
async function lockAlert(db: Db, { alert, report }: DueChanges): Promise<boolean> {
  const locked = await db
    .selectFrom('cost_alerts')
    .select('arming')
    .where('token', '=', alert.token)
    .forUpdate()
    .executeTakeFirst();
  if (locked?.arming !== alert.arming) return false;
  const link = await db
    .selectFrom('cost_alert_reports')
    .select('id')
    .where('cost_alert_token', '=', alert.token)
    .where('cost_report_token', '=', report.token)
    .executeTakeFirst();
  return link !== undefined;
}

async function withoutRecorded(
  db: Db,
  { alert, report }: DueChanges,
  changes: readonly CostChange[],
): Promise<CostChange[]> {
  const { interval, start } = changes[0]!;
  const rows = await db
    .selectFrom('cost_alert_events')
    .select('group_key')
    .where('alert_token', '=', alert.token)
    .where('report_token', '=', report.token)
    .where('interval', '=', interval)
    .where('interval_start', '=', start)
    .execute();
  const recorded = new Set(rows.map((row) => row.group_key));
  return changes.filter(({ group }) => !recorded.has(group.key));
}

/** Records the changes of one interval. */
async function recordInterval(
  db: Db,
  services: Pick<Services, 'enqueue'>,
  due: DueChanges,
  now: Date,
): Promise<void> {
  const { alert } = due;
  const annotation_token = await annotate(db, due, now);
  const events = due.changes.map((change) => toEvent(due, change, { annotation_token, now }));
  for (let at = 0; at < events.length; at += batchSize) {
    await db
      .insertInto('cost_alert_events')
      .values(events.slice(at, at + batchSize))
      .execute();
  }
  await writeMessages(db, services, {
    account: alert.account_token,
    rule: alert.token,
    // Each event is part of one message, which the first of them identifies.
    event: events[0]!.token,
    recipients: await recipientsOfLinkedRule(db, 'cost_alert', alert),
    content: describeEvents(due, events[0]!.token),
    now,
  });
}

function toEvent(
  { alert, report, currency }: DueChanges,
  change: CostChange,
  { annotation_token, now }: { annotation_token: string; now: Date },
): Insertable<Tables['cost_alert_events']> {
  return {
    token: newToken('cstm_alrt_evnt'),
    account_token: alert.account_token,
    workspace_token: alert.workspace_token,
    alert_token: alert.token,
    report_token: report.token,
    group_key: change.group.key,
    interval: change.interval,
    interval_start: change.start,
    triggered_on: change.triggeredOn,
    description: describeChange(change, alert.unit_type, currency),
    metadata: JSON.stringify(serializeChange(change)),
    annotation_token,
    created_at: now,
  };
}

/** Shows the changes on the report; one note, so that hundreds of groups do not hide the chart. */
async function annotate(db: Db, due: DueChanges, now: Date): Promise<string> {
  const token = newToken('issue');
  await db
    .insertInto('annotations')
    .values({
      token,
      account_token: due.alert.account_token,
      title: Array.from(`Cost alert: ${due.alert.title}`).slice(0, 255).join(''),
      date: due.changes[0]!.triggeredOn,
      message: listDescriptions(due).join('\n'),
      created_at: now,
    })
    .execute();
  await db
    .insertInto('annotation_reports')
    .values({ annotation_token: token, cost_report_token: due.report.token })
    .execute();
  return token;
}
