import type { JobContext } from '../../../platform/jobs/job.js';
import { unlessDeleted } from '../../../platform/jobs/unless-deleted.js';
import type { Context } from '../../../platform/kernel/context.js';
import { operatorContext } from '../../../platform/kernel/operator-context.js';
import { formatDate } from '../../../platform/lib/time.js';
import type { CostAlertInterval } from '../../../platform/store/tables.js';
import type { DueChanges } from './due-changes.js';
import { changesToTest, evaluateCostAlert } from './evaluate-cost-alert.js';
import { firstDayNeeded } from './intervals.js';
import {
  type ReportWithAlerts,
  eventKey,
  readRecordedKeys,
  readReportsWithAlerts,
} from './read-alerts.js';
import { readReportCosts } from './read-report-costs.js';
import { recordEvents } from './record-events.js';
import type { ReportCosts } from './report-costs.js';

export interface Evaluation {
  alerts: number;
  events: number;
  /** Cost queries: one per report, however many alerts watch it. */
  queries: number;
  /** Reports that could not be evaluated, with the reason. */
  failures: unknown[];
}

/** Evaluates all cost alerts of an account, report by report, so that one that fails does not block the others. */
export async function evaluateAccount(job: JobContext, account: string): Promise<Evaluation> {
  const { services } = job;
  const ctx = await operatorContext(job, account);
  const reports = await readReportsWithAlerts(services.db, account);
  const alerts = new Set(reports.flatMap((report) => report.alerts.map(({ token }) => token)));
  const evaluation: Evaluation = { alerts: alerts.size, events: 0, queries: 0, failures: [] };
  const today = formatDate(ctx.now);
  const recorded = await readRecordedKeys(services.db, account, firstDayNeeded('quarter', today));
  for (const report of reports) {
    try {
      await unlessDeleted(services.db, 'cost_reports', report.token, async () => {
        evaluation.queries += 1;
        const costs = await readCostsToTest(ctx, report);
        for (const due of findDue(report, costs, today, recorded)) {
          evaluation.events += await recordEvents(services.db, services, due, ctx.now);
        }
      });
    } catch (error) {
      evaluation.failures.push(error);
    }
  }
  return evaluation;
}

/** The costs that all alerts of a report need, back to the earliest interval of any of them. */
function readCostsToTest(ctx: Context, report: ReportWithAlerts): Promise<ReportCosts> {
  const today = formatDate(ctx.now);
  const starts = report.alerts.map(({ interval }) => firstDayNeeded(interval, today));
  return readReportCosts(ctx, report, { start: starts.toSorted()[0] ?? today, end: today });
}

/** The changes that alerts of a report are due for and have not recorded yet. */
function findDue(
  report: ReportWithAlerts,
  costs: ReportCosts,
  today: string,
  recorded: ReadonlySet<string>,
): DueChanges[] {
  const byInterval = new Map<CostAlertInterval, ReturnType<typeof changesToTest>>();
  return report.alerts.flatMap((alert) => {
    const { interval } = alert;
    const tested = byInterval.get(interval) ?? changesToTest(costs, interval, today);
    byInterval.set(interval, tested);
    const rule = { ...alert, armedOn: formatDate(alert.armed_at) };
    const changes = evaluateCostAlert(rule, costs, today, tested).filter(
      ({ start, group }) =>
        !recorded.has(
          eventKey({
            alert_token: alert.token,
            report_token: report.token,
            group_key: group.key,
            interval,
            interval_start: start,
          }),
        ),
    );
    return changes.length > 0 ? [{ alert, report, changes, currency: costs.currency }] : [];
  });
}
