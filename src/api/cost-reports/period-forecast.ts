import { isDeepStrictEqual } from 'node:util';
import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { defaultCostSettings, toCostSettings } from '../../domain/costs/query/index.js';
import { costReports, readPeriodForecast } from '../../domain/reports/cost-reports/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { queryDate } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { daysIn, firstOfMonth, lastOfMonth } from '../../platform/lib/days.js';
import { type Decimal, formatDecimal } from '../../platform/lib/decimal.js';
import { ShapeFailure, notFound } from '../../platform/lib/errors.js';
import { requestedWorkspace } from '../../platform/kernel/workspace-choice.js';
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

const periodParameters = {
  start_date: queryDate()
    .optional()
    .describe('First day, inclusive; by default the first day of the month of the last day.'),
  end_date: queryDate()
    .optional()
    .describe('Last day, inclusive; by default the end of the current month.'),
};

const PeriodForecast = z
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
  .meta({ id: 'PeriodForecast' });

export const getPeriodForecast = operation({
  id: 'getPeriodForecast',
  tag: 'Costs',
  method: 'GET',
  path: '/v2/cost_reports/{cost_report_token}/period_forecast',
  summary: 'Get what a cost report is expected to cost in a period',
  params: z.object({ cost_report_token: z.string() }),
  query: z.object(periodParameters),
  status: 200,
  errors: [400, 404],
  response: PeriodForecast,
  run: async ({ params, query }, ctx) => {
    const { token } = await costReports.rows.load(ctx, params.cost_report_token);
    return readForecast(ctx, token, query);
  },
});

export const getWorkspaceForecast = operation({
  id: 'getWorkspaceForecast',
  tag: 'Console',
  method: 'GET',
  path: '/console/period_forecast',
  summary:
    'Get what a workspace is expected to cost in a period: the forecast of its first report of all costs',
  query: z.object({ workspace_token: z.string().optional(), ...periodParameters }),
  status: 200,
  errors: [400, 404],
  response: z
    .object({
      period_forecast: PeriodForecast.nullable().describe(
        'Null where every report has filters, or other charges than costs have by default.',
      ),
    })
    .meta({ id: 'WorkspaceForecast' }),
  run: async ({ query }, ctx) => {
    const workspace = requestedWorkspace(ctx, query.workspace_token);
    if (workspace === undefined) throw notFound('Workspace');
    const report = await findUnfilteredReport(ctx, workspace);
    return {
      period_forecast: report === undefined ? null : await readForecast(ctx, report, query),
    };
  },
});

const maxReports = 1000;

/**
 * The first report of a workspace that has all costs, such as the one created with the workspace: no filter
 * narrows it, and it counts the charges that costs have by default.
 */
async function findUnfilteredReport(ctx: Context, workspace: string): Promise<string | undefined> {
  const { rows } = await costReports.rows.list(ctx, { number: 1, limit: maxReports, offset: 0 }, [
    sql<SqlBool>`workspace_token = ${workspace} and filter is null and folder_token is null
      and segment_token is null and not exists (select 1 from cost_report_saved_filters f
        where f.cost_report_token = cost_reports.token)`,
  ]);
  const hasAllCharges = ({ settings }: (typeof rows)[number]) =>
    isDeepStrictEqual(toCostSettings(settings), defaultCostSettings);
  return rows.find(hasAllCharges)?.token;
}

async function readForecast(
  ctx: Context,
  report: string,
  query: { start_date?: string; end_date?: string },
): Promise<z.input<typeof PeriodForecast>> {
  const end = query.end_date ?? lastOfMonth(formatDate(ctx.now));
  const range = { start: query.start_date ?? firstOfMonth(end), end };
  if (range.start > end) throw new ShapeFailure(['start_date must not be after end_date']);
  if (daysIn(range) > maxDays) throw new ShapeFailure([`must be at most ${maxDays} days`]);
  const period = await readPeriodForecast(ctx, report, range);
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
}

const text = (amount: Decimal): string => formatDecimal(amount.toFixed());
