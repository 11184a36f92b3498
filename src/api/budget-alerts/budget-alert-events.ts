import { z } from 'zod';
import { type BudgetAlertEvent, readEvents } from '../../domain/watch/budget-alerts/index.js';
import { pagedOperation } from '../../platform/kernel/paged-operation.js';
import { Decimal, formatDecimal } from '../../platform/lib/decimal.js';
import { formatTimestamp } from '../../platform/lib/time.js';

const BudgetAlertEventModel = z
  .object({
    budget_alert_token: z.string(),
    budget_token: z.string(),
    budget_name: z.string(),
    month: z.string().describe('First day of the month whose budget was reached.'),
    date: z.string().describe('Day as of which it was reached.'),
    threshold: z.int().describe('Percentage that was reached, as it was then.'),
    spend: z.string(),
    amount: z.string().describe('Budget of the month.'),
    percent_used: z.string().nullable().describe('null where the budget is 0.'),
    measure: z
      .string()
      .describe('spend: accrued costs reached the threshold. forecast: the forecast exceeded it.'),
    forecast: z
      .string()
      .nullable()
      .describe('Expected costs of the whole month, as of then; null without a forecast.'),
    forecast_from: z
      .string()
      .nullable()
      .describe('First day that the forecast did not take as billed; null if there was none.'),
    exceeded_on: z
      .string()
      .nullable()
      .describe(
        'Day on which the month passes the threshold, as billed or forecast; null if it does not.',
      ),
    currency: z.string(),
    delivered: z
      .boolean()
      .describe('false where an alert with a higher threshold was delivered instead.'),
    messages: z
      .object({ sent: z.int(), waiting: z.int(), failed: z.int() })
      .meta({ id: 'BudgetAlertEventMessages' })
      .describe('Messages of the event by state; failed includes those without a recipient.'),
    created_at: z.string(),
  })
  .meta({ id: 'BudgetAlertEvent' });

export const getBudgetAlertEvents = pagedOperation({
  id: 'getBudgetAlertEvents',
  tag: 'BudgetAlerts',
  path: '/v2/budget_alerts/events',
  summary: 'List when budget alerts fired, the newest first',
  query: z.object({
    workspace_token: z.string().optional(),
    budget_token: z.string().optional(),
    budget_alert_token: z.string().optional(),
  }),
  errors: [400],
  pageSize: { default: 100, max: 1000 },
  response: { budget_alert_events: z.array(BudgetAlertEventModel) },
  responseId: 'BudgetAlertEvents',
  read: async ({ query }, ctx, page) => {
    const filter = {
      workspace: query.workspace_token,
      budget: query.budget_token,
      alert: query.budget_alert_token,
    };
    const { events, total } = await readEvents(ctx, filter, page);
    return {
      rowCount: total,
      budget_alert_events: events.map(serializeEvent),
    };
  },
});

function serializeEvent(event: BudgetAlertEvent): z.input<typeof BudgetAlertEventModel> {
  const [spend, amount] = [new Decimal(event.spend), new Decimal(event.amount)];
  const percent = amount.isZero()
    ? null
    : spend.times(100).div(amount).toDecimalPlaces(2, Decimal.ROUND_DOWN);
  return {
    budget_alert_token: event.budget_alert_token,
    budget_token: event.budget_token,
    budget_name: event.budget_name,
    month: event.month,
    date: event.day,
    threshold: event.threshold,
    spend: formatDecimal(spend.toFixed()),
    amount: formatDecimal(amount.toFixed()),
    percent_used: percent && formatDecimal(percent.toFixed()),
    measure: event.measure,
    forecast: event.forecast && formatDecimal(event.forecast),
    forecast_from: event.forecast_from,
    exceeded_on: event.exceeded_on,
    currency: event.currency,
    delivered: event.delivered,
    messages: { sent: event.sent, waiting: event.waiting, failed: event.failed },
    created_at: formatTimestamp(event.fired_at),
  };
}
