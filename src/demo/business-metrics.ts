import { createHash } from 'node:crypto';
import type { Context } from '../platform/kernel/context.js';
import type { Operation } from '../platform/kernel/operation.js';
import { addDays, firstOfMonth } from '../platform/lib/days.js';
import { type DemoParameters, dayNumber, type History } from './history.js';
import { operationRunner, type RunOperation } from './operation-runner.js';

const titles = { orders: 'Orders', customers: 'Active customers' };

/** Daily orders by channel at the beginning of the history. */
const initialOrders = { web: 5200, mobile: 3100, partners: 420 };
const initialCustomers = 64_000;
const forecastMonths = 12;
const dailyGrowth = 0.0011;

/** Creates the business metrics, attached to reports and without values. */
export async function createBusinessMetrics(
  run: RunOperation,
  reports: readonly string[],
): Promise<void> {
  const attachments = (unit_scale: string) =>
    reports.map((cost_report_token) => ({
      cost_report_token,
      unit_scale,
      calculation_type: 'unit_cost',
    }));
  await run('createBusinessMetric', {
    title: titles.orders,
    cost_report_tokens_with_metadata: attachments('per_unit'),
  });
  await run('createBusinessMetric', {
    title: titles.customers,
    cost_report_tokens_with_metadata: attachments('per_thousand'),
  });
}

/** Writes the metric values of a history; metrics that a user has deleted are not created again. */
export async function writeMetricValues(
  ctx: Context,
  operations: readonly Operation[],
  history: History,
): Promise<void> {
  const metrics = await ctx.db
    .selectFrom('business_metrics')
    .select(['token', 'title'])
    .where('account_token', '=', ctx.actor.accountToken)
    .where('title', 'in', Object.values(titles))
    .where('import_type', '=', 'csv')
    .execute();
  for (const { token, title } of metrics) {
    const body = title === titles.orders ? orders(history) : customers(history);
    await ctx.services.db.transaction().execute((db) =>
      operationRunner(operations, { ...ctx, db })('updateBusinessMetric', body, {
        business_metric_token: token,
      }),
    );
  }
}

const value = (day: string, amount: number, label = '') => ({
  date: `${day}T00:00:00.000Z`,
  amount: String(Math.round(amount)),
  label,
});

function orders(history: History) {
  const values = daysOf(history).flatMap((day) =>
    Object.entries(initialOrders).map(([channel, count]) => {
      const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
      const noise = 0.9 + 0.2 * random(history, day, channel);
      return value(day, count * growth(history, day) * noise * (isWeekend ? 1.35 : 1), channel);
    }),
  );
  const forecasted_values = forecastDays(history).flatMap((first) =>
    Object.entries(initialOrders).map(([channel, count]) =>
      value(first, count * growth(history, first), channel),
    ),
  );
  return { values, forecasted_values };
}

/** The first days of the months that are forecast. */
const forecastDays = (history: History) =>
  Array.from({ length: forecastMonths }, (_, month) => firstOfMonth(history.to, month + 1));

/** Daily values up to yesterday and a monthly forecast. */
function customers(history: History) {
  const values = daysOf(history).map((day) =>
    value(day, initialCustomers * growth(history, day) * (0.99 + 0.02 * random(history, day, ''))),
  );
  const forecasted_values = forecastDays(history).map((first) =>
    value(first, initialCustomers * growth(history, first)),
  );
  return { values, forecasted_values };
}

function daysOf({ from, to }: History): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

const growth = (parameters: DemoParameters, day: string) =>
  (1 + dailyGrowth) ** dayNumber(parameters, day);

/** A reproducible random number from 0 to below 1. */
function random({ seed }: DemoParameters, day: string, purpose: string): number {
  const digest = createHash('sha256').update(`${seed} ${day} ${purpose}`).digest();
  return digest.readUInt32BE() / 2 ** 32;
}
