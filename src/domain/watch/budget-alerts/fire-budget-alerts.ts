import type { Kysely } from 'kysely';
import type { Services } from '../../../platform/kernel/services.js';
import { Decimal, formatDecimal } from '../../../platform/lib/decimal.js';
import { newToken } from '../../../platform/lib/tokens.js';
import type { BudgetAlertMeasure, Db, Tables } from '../../../platform/store/tables.js';
import {
  type BudgetTree,
  dayAbove,
  type forecastOf,
  formatMonth,
  reportsOf,
} from '../budgets/index.js';
import {
  type MessageChart,
  type MessageContent,
  writeMessages,
  recipientsOfLinkedRule,
} from '../delivery/index.js';
import { formatMoney } from '../../../platform/lib/format-amounts.js';
import { type DueMonth, limitOf } from './evaluate-budget-alert.js';
import { type AlertOnBudget, firingKey } from './read-alerts.js';

/** The alerts of a budget that are due for the same month, by the same measure. */
export interface DueAlerts {
  budget: BudgetTree;
  due: DueMonth;
  measure: BudgetAlertMeasure;
  alerts: readonly AlertOnBudget[];
  currency: string;
  /** What the month is expected to cost, as the budget shows it. */
  forecast: ReturnType<typeof forecastOf>;
  chart?: MessageChart;
}

/**
 * Records that alerts are due, once per alert, budget, month and arming, and writes the annotations and
 * messages of those with the highest threshold, all in one transaction. Returns how many were reported.
 */
export function fireBudgetAlerts(
  db: Kysely<Tables>,
  services: Pick<Services, 'enqueue'>,
  dueAlerts: DueAlerts,
  now: Date,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const current = await lockAlerts(trx, dueAlerts);
    const highest = Math.max(...current.map(({ threshold }) => threshold));
    let reported = 0;
    for (const alert of current) {
      const delivered = alert.threshold === highest;
      const isNew = await insertFiring(trx, alert, { ...dueAlerts, delivered, now });
      if (!isNew || !delivered) continue;
      reported += 1;
      const content = describeFiring(alert, dueAlerts, await readReportTitles(trx, dueAlerts));
      await annotateReports(trx, dueAlerts, content, alert.account_token, now);
      await writeMessages(trx, services, {
        account: alert.account_token,
        rule: alert.token,
        event: eventKey(alert, dueAlerts.due.month),
        recipients: await recipientsOfLinkedRule(trx, 'budget_alert', alert),
        content,
        now,
      });
    }
    return reported;
  });
}

const eventKey = (alert: AlertOnBudget, month: string) =>
  firingKey({ ...alert, budget_alert_token: alert.token, month });

/**
 * The alerts that are as they were evaluated and have not reported yet. Their rows are locked in the same
 * order by all workers, so that of two at once the second finds what the first has recorded.
 */
async function lockAlerts(db: Db, { alerts, budget, due }: DueAlerts): Promise<AlertOnBudget[]> {
  const evaluated = new Map(alerts.map((alert) => [alert.token, alert]));
  const tokens = [...evaluated.keys()];
  const locked = await db
    .selectFrom('budget_alerts')
    .select(['token', 'arming'])
    .where('token', 'in', tokens)
    .orderBy('token')
    .forUpdate()
    .execute();
  const linked = await db
    .selectFrom('budget_alert_budgets')
    .select('budget_alert_token')
    .where('budget_token', '=', budget.token)
    .where('budget_alert_token', 'in', tokens)
    .execute();
  const fired = await db
    .selectFrom('budget_alert_firings')
    .select(['budget_alert_token', 'budget_token', 'month', 'arming'])
    .where('budget_token', '=', budget.token)
    .where('month', '=', due.month)
    .execute();
  const firedKeys = new Set(fired.map(firingKey));
  return locked
    .filter(({ token }) => linked.some((link) => link.budget_alert_token === token))
    .flatMap(({ token, arming }) => {
      const alert = evaluated.get(token)!;
      const isCurrent = alert.arming === arming && !firedKeys.has(eventKey(alert, due.month));
      return isCurrent ? [alert] : [];
    });
}

async function insertFiring(
  db: Db,
  alert: AlertOnBudget,
  { budget, due, forecast, delivered, now }: DueAlerts & { delivered: boolean; now: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('budget_alert_firings')
    .values({
      budget_alert_token: alert.token,
      budget_token: budget.token,
      month: due.month,
      arming: alert.arming,
      threshold: alert.threshold,
      day: due.day,
      spend: due.spend.toFixed(),
      amount: due.amount.toFixed(),
      measure: alert.measure,
      forecast: forecast?.amount.toFixed() ?? null,
      forecast_from: forecast?.forecastFrom ?? null,
      exceeded_on: forecast && dayAbove(forecast, limitOf(alert, due.amount)),
      delivered,
      fired_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

function describeFiring(
  alert: AlertOnBudget,
  dueAlerts: DueAlerts,
  reportTitles: string,
): MessageContent {
  const { budget, due, measure, currency, forecast, chart } = dueAlerts;
  const [spend, amount] = [formatMoney(due.spend), formatMoney(due.amount)];
  const reports = reportsOf(budget);
  return {
    type: 'budget_alert',
    title: `Budget ${measure === 'forecast' ? 'forecast' : 'alert'}: ${budget.name}`,
    summary: measure === 'forecast' ? excessOf(alert, dueAlerts) : usedOf(dueAlerts),
    facts: [
      { label: 'Spent', value: `${spend} ${currency}` },
      { label: 'Budget of the month', value: `${amount} ${currency}` },
      ...describeForecast(currency, forecast),
      { label: 'Threshold', value: `${alert.threshold}%` },
      { label: 'As of', value: due.day },
      { label: 'Costs of', value: reportTitles },
    ],
    ...(chart && { chart }),
    about: reports[0] ?? budget.token,
    reports,
    data: {
      budget_alert_token: alert.token,
      budget_token: budget.token,
      budget_name: budget.name,
      cost_report_tokens: reports,
      month: due.month,
      date: due.day,
      threshold: alert.threshold,
      measure,
      percent_used: describePercentage(due.spend, due.amount),
      spend: formatDecimal(due.spend.toFixed()),
      amount: formatDecimal(due.amount.toFixed()),
      forecast: forecast && formatDecimal(forecast.amount.toFixed()),
      forecast_from: forecast?.forecastFrom ?? null,
      exceeded_on: forecast && dayAbove(forecast, limitOf(alert, due.amount)),
      currency,
    },
  };
}

/** `82% of the budget Cloud for March, 2026 is spent.` */
function usedOf({ budget, due, currency }: DueAlerts): string {
  const percent = percentUsed(due.spend, due.amount);
  const used = percent === null ? `${formatMoney(due.spend)} ${currency}` : `${percent.toFixed()}%`;
  return `${used} of the budget ${budget.name} for ${formatMonth(due.month)} is spent.`;
}

/** `March, 2026 will exceed the budget Cloud by 120.00 USD, on 2026-03-27.`; of a past day, when it passed it. */
function excessOf(alert: AlertOnBudget, { budget, due, currency, forecast }: DueAlerts): string {
  const limit = limitOf(alert, due.amount);
  const day = dayAbove(forecast!, limit);
  const excess = `${formatMoney(forecast!.amount.minus(limit))} ${currency}`;
  const share = alert.threshold === 100 ? '' : `${alert.threshold}% of `;
  const isPast = day! < (forecast!.forecastFrom ?? due.day);
  const on = isPast ? `; it was passed on ${day}` : `, on ${day}`;
  return `${formatMonth(due.month)} will exceed ${share}the budget ${budget.name} by ${excess}${on}.`;
}

/** The forecast of the month, and which of its days are forecast. */
function describeForecast(
  currency: string,
  forecast: DueAlerts['forecast'],
): MessageContent['facts'] {
  if (forecast === null) return [];
  const { amount, forecastFrom } = forecast;
  const days = forecastFrom === null ? 'all days as billed' : `days from ${forecastFrom} forecast`;
  return [{ label: 'Forecast of the month', value: `${formatMoney(amount)} ${currency}, ${days}` }];
}

/** Cut to two places; null for a budget of 0. */
const percentUsed = (spend: Decimal, amount: Decimal): Decimal | null =>
  amount.isZero() ? null : spend.times(100).div(amount).toDecimalPlaces(2, Decimal.ROUND_DOWN);

/** The used percentage of a budget as the API shows it. */
export function describePercentage(spend: Decimal, amount: Decimal): string | null {
  const percent = percentUsed(spend, amount);
  return percent && formatDecimal(percent.toFixed());
}

async function readReportTitles(db: Db, { budget }: DueAlerts): Promise<string> {
  const reports = await db
    .selectFrom('cost_reports')
    .select('title')
    .where('token', 'in', reportsOf(budget))
    .orderBy('id')
    .execute();
  return reports.map(({ title }) => title).join(', ');
}

async function annotateReports(
  db: Db,
  { budget, due }: DueAlerts,
  { title, summary }: MessageContent,
  account: string,
  now: Date,
): Promise<void> {
  for (const report of reportsOf(budget)) {
    const token = newToken('issue');
    await db
      .insertInto('annotations')
      .values({
        token,
        account_token: account,
        title: title.slice(0, 255),
        date: due.day,
        message: summary,
        created_at: now,
      })
      .execute();
    await db
      .insertInto('annotation_reports')
      .values({ annotation_token: token, cost_report_token: report })
      .execute();
  }
}
