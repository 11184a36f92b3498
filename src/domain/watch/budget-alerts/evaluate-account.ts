import type { JobContext } from '../../../platform/jobs/job.js';
import { unlessDeleted } from '../../../platform/jobs/unless-deleted.js';
import type { Context } from '../../../platform/kernel/context.js';
import { operatorContext } from '../../../platform/kernel/operator-context.js';
import { firstOfMonth } from '../../../platform/lib/days.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { formatDate } from '../../../platform/lib/time.js';
import {
  type BudgetTree,
  amountOf,
  forecastOf,
  reportsOf,
  spendIn,
  readBudgetTrees,
  readReportFigures,
} from '../budgets/index.js';
import { evaluateBudgetAlert } from './evaluate-budget-alert.js';
import { type DueAlerts, fireBudgetAlerts } from './fire-budget-alerts.js';
import { readBudgetChart } from './read-budget-chart.js';
import {
  type AlertOnBudget,
  firingKey,
  readAlertsOnBudgets,
  readFiredKeys,
} from './read-alerts.js';

export interface Evaluation {
  alerts: number;
  reported: number;
  /** Cost queries: one per report, however many alerts watch it. */
  queries: number;
  /** Reports whose costs could not be read, with the reason. */
  failures: unknown[];
}

/** Evaluates all budget alerts of an account. */
export async function evaluateAccount(job: JobContext, account: string): Promise<Evaluation> {
  const { services } = job;
  const ctx = await operatorContext(job, account);
  const alerts = await readAlertsOnBudgets(services.db, account);
  const budgets = [...new Set(alerts.map((alert) => alert.budget_token))];
  const trees = await readBudgetTrees(services.db, account, budgets);
  const costs = await readFigures(ctx, [...new Set(trees.flatMap(reportsOf))]);
  const since = firstOfMonth(formatDate(ctx.now), -1);
  const fired = await readFiredKeys(services.db, account, since);
  const evaluation = { alerts: alerts.length, reported: 0, ...costs.counts };
  for (const budget of trees) {
    if (reportsOf(budget).some((report) => !costs.byReport.has(report))) continue;
    const watching = alerts.filter((alert) => alert.budget_token === budget.token);
    for (const due of findDue(ctx, budget, watching, costs, fired)) {
      const detailed = { ...due, ...(await tryReadChart(ctx, due)) };
      evaluation.reported += await fireBudgetAlerts(services.db, services, detailed, ctx.now);
    }
  }
  return evaluation;
}

/** A chart that cannot be read does not hold up the alert. */
async function tryReadChart(ctx: Context, alerts: DueAlerts): Promise<Pick<DueAlerts, 'chart'>> {
  try {
    return { chart: await readBudgetChart(ctx, alerts) };
  } catch (error) {
    ctx.services.log.warn({ err: error, budget: alerts.budget.token }, 'no chart of a budget');
    return {};
  }
}

interface Figures {
  byReport: Map<string, Awaited<ReturnType<typeof readReportFigures>>>;
  counts: Pick<Evaluation, 'queries' | 'failures'>;
}

/** Reads this month and the previous one of each report; one that fails must not block the others. */
async function readFigures(ctx: Context, reports: readonly string[]): Promise<Figures> {
  const today = formatDate(ctx.now);
  const months = { first: firstOfMonth(today, -1), last: firstOfMonth(today) };
  const byReport: Figures['byReport'] = new Map();
  const failures: unknown[] = [];
  for (const report of reports) {
    try {
      const read = () => readReportFigures(ctx, report, months);
      const figures = await unlessDeleted(ctx.db, 'cost_reports', report, read);
      if (figures) byReport.set(report, figures);
    } catch (error) {
      failures.push(error);
    }
  }
  return { byReport, counts: { queries: reports.length, failures } };
}

/** The alerts of a budget that are due and have not reported yet, by month and measure. */
function findDue(
  ctx: Context,
  budget: BudgetTree,
  alerts: readonly AlertOnBudget[],
  { byReport }: Figures,
  fired: ReadonlySet<string>,
): DueAlerts[] {
  const spendOf = (report: string, month: string) =>
    byReport.get(report)?.spendIn(month) ?? new Decimal(0);
  const forecastIn = (month: string) =>
    forecastOf(budget, month, {
      forecastOf: (report, of) => byReport.get(report)?.forecastOf(of) ?? null,
    });
  const monthOf = (month: string) => ({
    amount: amountOf(budget, month),
    spend: spendIn(budget, month, spendOf),
    forecast: forecastIn(month)?.amount ?? null,
  });
  const currency = byReport.get(reportsOf(budget)[0] ?? '')?.currency ?? '';
  const groups = new Map<string, DueAlerts & { alerts: AlertOnBudget[] }>();
  for (const alert of alerts) {
    const rule = { ...alert, armedOn: formatDate(alert.armed_at) };
    for (const due of evaluateBudgetAlert(rule, monthOf, formatDate(ctx.now))) {
      if (fired.has(firingKey({ ...alert, budget_alert_token: alert.token, month: due.month }))) {
        continue;
      }
      const { measure } = alert;
      const key = `${due.month} ${measure}`;
      const forecast = forecastIn(due.month);
      const group = groups.get(key) ?? { budget, due, measure, forecast, alerts: [], currency };
      group.alerts.push(alert);
      groups.set(key, group);
    }
  }
  return [...groups.values()];
}
