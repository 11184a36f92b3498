import { createHash } from 'node:crypto';
import type { Context } from '../platform/kernel/context.js';
import type { Operation } from '../platform/kernel/operation.js';
import { addDays, firstOfMonth } from '../platform/lib/days.js';
import { dayNumber, type History, type Origin } from './history.js';
import { operationRunner, type RunOperation } from './operation-runner.js';

const titles = { orders: 'Orders', customers: 'Active customers' };

/** Orders a day by the way they come in, as the company began. */
const channels = { web: 5200, mobile: 3100, partners: 420 };
const customersAtFirst = 64_000;
const monthsAhead = 12;
const dailyGrowth = 0.0011;

/** The figures that costs are set against, on two reports and still without values. */
export async function makeFigures(run: RunOperation, reports: readonly string[]): Promise<void> {
  const attached = (unit_scale: string) =>
    reports.map((cost_report_token) => ({
      cost_report_token,
      unit_scale,
      calculation_type: 'unit_cost',
    }));
  await run('createBusinessMetric', {
    title: titles.orders,
    cost_report_tokens_with_metadata: attached('per_unit'),
  });
  await run('createBusinessMetric', {
    title: titles.customers,
    cost_report_tokens_with_metadata: attached('per_thousand'),
  });
}

/** Brings the values of the figures up to the last day of the history; what people took away stays away. */
export async function writeFigures(
  ctx: Context,
  operations: readonly Operation[],
  history: History,
): Promise<void> {
  const found = await ctx.db
    .selectFrom('business_metrics')
    .select(['token', 'title'])
    .where('account_token', '=', ctx.actor.accountToken)
    .where('title', 'in', Object.values(titles))
    .where('import_type', '=', 'csv')
    .execute();
  for (const { token, title } of found) {
    const body = title === titles.orders ? ordersOf(history) : customersOf(history);
    await ctx.services.db.transaction().execute((db) =>
      operationRunner(operations, { ...ctx, db })('updateBusinessMetric', body, {
        business_metric_token: token,
      }),
    );
  }
}

const valueOf = (day: string, amount: number, label = '') => ({
  date: `${day}T00:00:00.000Z`,
  amount: String(Math.round(amount)),
  label,
});

function ordersOf(history: History) {
  const values = daysOf(history).flatMap((day) =>
    Object.entries(channels).map(([channel, count]) => {
      const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
      const luck = 0.9 + 0.2 * luckOf(history, day, channel);
      return valueOf(day, count * grown(history, day) * luck * (isWeekend ? 1.35 : 1), channel);
    }),
  );
  return { values };
}

/** Known up to yesterday by day, and expected by month. */
function customersOf(history: History) {
  const values = daysOf(history).map((day) =>
    valueOf(day, customersAtFirst * grown(history, day) * (0.99 + 0.02 * luckOf(history, day, ''))),
  );
  const forecasted_values = Array.from({ length: monthsAhead }, (_, month) => {
    const first = firstOfMonth(history.to, month + 1);
    return valueOf(first, customersAtFirst * grown(history, first));
  });
  return { values, forecasted_values };
}

function daysOf({ from, to }: History): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

const grown = (origin: Origin, day: string) => (1 + dailyGrowth) ** dayNumber(origin, day);

/** Chance that repeats itself, from 0 up to 1. */
function luckOf({ seed }: Origin, day: string, question: string): number {
  const digest = createHash('sha256').update(`${seed} ${day} ${question}`).digest();
  return digest.readUInt32BE() / 2 ** 32;
}
