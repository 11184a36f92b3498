import { z } from 'zod';
import {
  type ForecastSeries,
  costReports,
  forecastRange,
  readForecast,
} from '../../domain/reports/cost-reports/index.js';
import { intervalOn } from '../../domain/reports/forecast/index.js';
import { providerKeys, resolveProvider } from '../../domain/costs/providers/index.js';
import { openApiSchemas, queryDate } from '../../platform/kernel/fields.js';
import { pagedOperation } from '../../platform/kernel/paged-operation.js';
import { addDays } from '../../platform/lib/days.js';
import { formatDate } from '../../platform/lib/time.js';
import { intervalFields } from './interval-fields.js';

const queryProviderOrAll = () =>
  z
    .string()
    .refine((key) => key === 'all' || resolveProvider(key) === key, {
      error: 'does not have a valid value',
    })
    .register(openApiSchemas, { type: 'string', enum: [...providerKeys, 'all'] });

const ForecastedCost = z
  .object({
    date: z.string(),
    amount: z.string(),
    provider: z.string().describe('all for the total over all providers.'),
    service: z.string().describe('all for the total over all services.'),
    ...intervalFields,
  })
  .meta({ id: 'ForecastedCost' });

export const getForecastedCosts = pagedOperation({
  id: 'getForecastedCosts',
  tag: 'Costs',
  path: '/v2/cost_reports/{cost_report_token}/forecasted_costs',
  summary: 'Get the daily forecasted costs of a cost report',
  params: z.object({ cost_report_token: z.string() }),
  query: z.object({
    start_date: queryDate().optional().describe('First day, inclusive; tomorrow by default.'),
    end_date: queryDate()
      .optional()
      .describe('Last day, inclusive; by default the end of the report or of the month.'),
    provider: queryProviderOrAll().optional().describe('all returns the total over all providers.'),
    service: z.string().optional().describe('all returns the total over all services.'),
  }),
  errors: [404],
  response: {
    forecasted_costs: z.array(ForecastedCost),
    currency: z.string().describe('Currency of the workspace.'),
  },
  responseId: 'ForecastedCosts',
  read: async ({ params, query }, ctx, page) => {
    const report = await costReports.rows.load(ctx, params.cost_report_token);
    const { currency } = await ctx.db
      .selectFrom('workspaces')
      .select('currency')
      .where('token', '=', report.workspace_token)
      .executeTakeFirstOrThrow();
    const range = forecastRange(report, query, formatDate(ctx.now));
    const forecast = await readForecast(ctx.db, report.token, range);
    const series = forecast.series.filter((each) => isRequested(each, query));
    const total = series.length * forecast.days;
    const count = Math.max(Math.min(page.limit, total - page.offset), 0);
    return {
      rowCount: total,
      // Ordered by day, and within a day by series.
      forecasted_costs: Array.from({ length: count }, (_, index) => {
        const position = page.offset + index;
        const day = Math.floor(position / series.length);
        return serializeDay(series[position % series.length]!, addDays(forecast.start, day), day);
      }),
      currency,
    };
  },
});

/** Without a filter: the grand total and every service. `all` requests a total instead of its parts. */
function isRequested(
  series: ForecastSeries,
  { provider, service }: { provider?: string; service?: string },
): boolean {
  const isOfAll = series.provider === 'all';
  if (provider === undefined && service === undefined) return isOfAll || !series.is_total;
  const isOfProvider =
    series.provider === provider ||
    (provider === 'custom_provider' && series.provider.startsWith('custom_provider:'));
  if (service === undefined) return isOfProvider && series.is_total === (provider === 'all');
  if (service === 'all')
    return series.is_total && (provider === undefined ? isOfAll : isOfProvider);
  const isAnyProvider = provider === undefined || provider === 'all';
  return !series.is_total && series.service === service && (isAnyProvider || isOfProvider);
}

function serializeDay(
  { provider, service, amounts, interval }: ForecastSeries,
  date: string,
  day: number,
): z.input<typeof ForecastedCost> {
  const amount = amounts[day]!;
  const [lower_amount, upper_amount] = interval ? intervalOn(interval, amount, day) : [null, null];
  return { date: `${date}T00:00:00Z`, amount, provider, service, lower_amount, upper_amount };
}
