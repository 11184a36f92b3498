import { z } from 'zod';
import { intervalOn } from '../../domain/forecast/forecast-report.js';
import type { Context } from '../../platform/kernel/context.js';
import { ShapeFailure } from '../../platform/lib/errors.js';
import { openApiSchemas, queryDate } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';
import type { Row } from '../../platform/kernel/rows.js';
import type { DateRange } from '../../platform/lib/date-intervals.js';
import { addDays, lastOfMonth } from '../../platform/lib/days.js';
import { formatDate } from '../../platform/lib/time.js';
import { providerKeys } from '../../domain/providers/providers.js';
import { resolveProvider } from '../../domain/providers/resolve-provider.js';
import {
  type ForecastSeries,
  lastForecastDay,
  readBaseline,
} from '../../domain/cost-reports/baseline.js';
import { costReports } from '../../domain/cost-reports/cost-report.js';
import { plannedSeries, readPlan } from '../../domain/cost-reports/planned-forecast.js';
import { rangeOf } from '../../domain/cost-reports/report-dates.js';

const providerDescription = { type: 'string', enum: [...providerKeys, 'all'] };

const provider = z
  .string()
  .refine((key) => key === 'all' || resolveProvider(key) === key, {
    error: 'does not have a valid value',
  })
  .register(openApiSchemas, providerDescription);

const ForecastedCost = z
  .object({
    date: z.string(),
    amount: z.string(),
    provider: z.string().register(openApiSchemas, providerDescription),
    service: z.string().describe('all for the sum over services.'),
    lower_amount: z
      .string()
      .nullable()
      .describe(
        'With upper_amount: what four of five days lie within. null on a planned forecast.',
      ),
    upper_amount: z.string().nullable(),
  })
  .meta({ id: 'ForecastedCost' });

export const getForecastedCosts = operation({
  id: 'getForecastedCosts',
  tag: 'Costs',
  method: 'GET',
  path: '/v2/cost_reports/{cost_report_token}/forecasted_costs',
  summary: 'Read what a cost report is expected to cost, day by day',
  params: z.object({ cost_report_token: z.string() }),
  query: z.object({
    start_date: queryDate().optional(),
    end_date: queryDate().optional(),
    provider: provider.optional(),
    service: z.string().optional(),
    ...pageQuery,
  }),
  status: 200,
  errors: [404],
  response: z
    .object({
      links: Links,
      forecasted_costs: z.array(ForecastedCost),
      currency: z.string().describe('Of the workspace.'),
    })
    .meta({ id: 'ForecastedCosts' }),
  run: async ({ params, query }, ctx) => {
    const report = await costReports.rows.load(ctx, params.cost_report_token);
    const { currency } = await ctx.db
      .selectFrom('workspaces')
      .select('currency')
      .where('token', '=', report.workspace_token)
      .executeTakeFirstOrThrow();
    const range = forecastRange(report, query, formatDate(ctx.now));
    const forecast = await readForecast(ctx, report.token, range);
    const series = forecast.series.filter((each) => isAsked(each, query));
    const page = pageOf(query);
    const total = series.length * forecast.days;
    const last = Math.min(page.offset + page.limit, total);
    const places = Array.from(
      { length: Math.max(last - page.offset, 0) },
      (_, i) => page.offset + i,
    );
    return {
      links: pageLinks(ctx.origin, ctx.url, page, total),
      forecasted_costs: places.map((place) => {
        const day = Math.floor(place / series.length);
        return showDay(series[place % series.length]!, addDays(forecast.start, day), day);
      }),
      currency,
    };
  },
});

/** The days asked for that have not come yet: the rest of the report's, or of the month, unless said otherwise. */
function forecastRange(
  report: Row<'cost_reports'>,
  { start_date, end_date }: { start_date?: string; end_date?: string },
  today: string,
): DateRange {
  if (start_date && end_date && start_date > end_date) {
    throw new ShapeFailure(['start_date must not be after end_date']);
  }
  const tomorrow = addDays(today, 1);
  const reported = rangeOf(report, today).end;
  const [end, latest] = [
    end_date ?? (reported > today ? reported : lastOfMonth(tomorrow)),
    lastForecastDay(today),
  ];
  return {
    start: start_date && start_date > tomorrow ? start_date : tomorrow,
    end: end < latest ? end : latest,
  };
}

interface Forecast {
  start: string;
  days: number;
  series: ForecastSeries[];
}

/** What the report shows: its baseline, or the forecast chosen for it. */
async function readForecast(ctx: Context, report: string, range: DateRange): Promise<Forecast> {
  const baseline = await readBaseline(ctx.db, report, range);
  if (!baseline) return { start: range.start, days: 0, series: [] };
  const plan = await readPlan(ctx.db, report);
  return plan ? { ...baseline, series: await plannedSeries(baseline, plan) } : baseline;
}

/** Without a filter, the sum of all and every service; `all` asks for a sum instead of its parts. */
function isAsked(
  series: ForecastSeries,
  { provider: named, service }: { provider?: string; service?: string },
): boolean {
  const ofAll = series.provider === 'all';
  if (named === undefined && service === undefined) return ofAll || !series.is_total;
  const ofProvider =
    series.provider === named ||
    (named === 'custom_provider' && series.provider.startsWith('custom_provider:'));
  if (service === undefined) return ofProvider && series.is_total === (named === 'all');
  if (service === 'all') return series.is_total && (named === undefined ? ofAll : ofProvider);
  const anyProvider = named === undefined || named === 'all';
  return !series.is_total && series.service === service && (anyProvider || ofProvider);
}

function showDay(
  { provider, service, amounts, interval }: ForecastSeries,
  date: string,
  day: number,
): z.input<typeof ForecastedCost> {
  const amount = amounts[day]!;
  const [lower_amount, upper_amount] = interval ? intervalOn(interval, amount, day) : [null, null];
  return { date: `${date}T00:00:00Z`, amount, provider, service, lower_amount, upper_amount };
}
