import { z } from 'zod';
import { costReports, readPeriodForecast } from '../../domain/reports/cost-reports/index.js';
import { queryDate } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { daysIn, firstOfMonth, lastOfMonth } from '../../platform/lib/days.js';
import { type Decimal, formatDecimal } from '../../platform/lib/decimal.js';
import { ShapeFailure } from '../../platform/lib/errors.js';
import { formatDate } from '../../platform/lib/time.js';
import { intervalFields } from './interval-fields.js';

const maxDays = 4_000;

const ForecastDay = z
  .object({
    date: z.string(),
    spend: z.string().describe('Accrued costs of the day.'),
    amount: z.string().describe('The larger of what is billed and what is forecast.'),
    ...intervalFields,
  })
  .meta({ id: 'PeriodForecastDay' });

export const getPeriodForecast = operation({
  id: 'getPeriodForecast',
  tag: 'Costs',
  method: 'GET',
  path: '/v2/cost_reports/{cost_report_token}/period_forecast',
  summary: 'Get what a cost report is expected to cost in a period',
  params: z.object({ cost_report_token: z.string() }),
  query: z.object({
    start_date: queryDate()
      .optional()
      .describe('First day, inclusive; by default the first day of the month of the last day.'),
    end_date: queryDate()
      .optional()
      .describe('Last day, inclusive; by default the end of the current month.'),
  }),
  status: 200,
  errors: [400, 404],
  response: z
    .object({
      start_date: z.string(),
      end_date: z.string(),
      currency: z.string().describe('Currency of the workspace.'),
      complete_through: z
        .string()
        .nullable()
        .describe('Last day whose costs are complete; costs of later days still grow.'),
      spend: z.string().describe('Accrued costs of the period.'),
      forecast: z
        .string()
        .nullable()
        .describe(
          'Expected costs of the whole period: complete days as billed, every other day with the larger of what is billed and forecast. null without a forecast of one of these days.',
        ),
      forecast_from: z
        .string()
        .nullable()
        .describe('First day that the forecast does not take as billed; null if there is none.'),
      days: z.array(ForecastDay).describe('The days that the forecast does not take as billed.'),
    })
    .meta({ id: 'PeriodForecast' }),
  run: async ({ params, query }, ctx) => {
    const report = await costReports.rows.load(ctx, params.cost_report_token);
    const end = query.end_date ?? lastOfMonth(formatDate(ctx.now));
    const range = { start: query.start_date ?? firstOfMonth(end), end };
    if (range.start > end) throw new ShapeFailure(['start_date must not be after end_date']);
    if (daysIn(range) > maxDays) throw new ShapeFailure([`must be at most ${maxDays} days`]);
    const period = await readPeriodForecast(ctx, report.token, range);
    return {
      start_date: range.start,
      end_date: range.end,
      currency: period.currency,
      complete_through: period.completeThrough,
      spend: text(period.spend),
      forecast: period.forecast && text(period.forecast.amount),
      forecast_from: period.forecast && period.forecast.forecastFrom,
      days: period.forecastDays.map(({ day, spend, expected, bounds }) => ({
        date: day,
        spend: text(spend),
        amount: text(expected),
        lower_amount: bounds && text(bounds[0]),
        upper_amount: bounds && text(bounds[1]),
      })),
    };
  },
});

const text = (amount: Decimal): string => formatDecimal(amount.toFixed());
