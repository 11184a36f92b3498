import { z } from 'zod';
import type { Score, Scores } from '../../domain/forecast/scores.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';
import { formatDecimal } from '../../platform/lib/decimal.js';
import { formatTimestamp } from '../../platform/lib/time.js';
import { seriesOrder } from '../../domain/cost-reports/baseline.js';
import { costReports } from '../../domain/cost-reports/cost-report.js';

const ratio = () => z.string().nullable();

const ForecastScore = z
  .object({
    wape: ratio().describe('Sum of absolute errors over sum of amounts.'),
    mase: ratio().describe('Mean absolute error over the usual change from week to week.'),
    coverage: ratio().describe('Share of days inside the 80 % interval.'),
  })
  .meta({ id: 'ForecastScore' });

const ForecastBacktest = z
  .object({
    provider: z.string(),
    service: z.string().describe('all for the sum over services.'),
    method: z
      .string()
      .nullable()
      .describe('smoothed, last_week, spread_fee or mean; null for a sum.'),
    forecast: ForecastScore,
    seasonal_naive: ForecastScore.describe('The last week repeated, over the same days.'),
  })
  .meta({ id: 'ForecastBacktest' });

export const getForecastBacktest = operation({
  id: 'getForecastBacktest',
  tag: 'Costs',
  method: 'GET',
  path: '/v2/cost_reports/{cost_report_token}/forecast_backtest',
  summary: 'Read how well the baseline would have forecast the last months of a cost report',
  params: z.object({ cost_report_token: z.string() }),
  query: z.object(pageQuery),
  status: 200,
  errors: [404],
  response: z
    .object({
      links: Links,
      computed_at: z.string().nullable().describe('null until it was computed for the first time.'),
      forecast_backtest: z.array(ForecastBacktest),
    })
    .meta({ id: 'ForecastBacktests' }),
  run: async ({ params, query }, ctx) => {
    const { token } = await costReports.rows.load(ctx, params.cost_report_token);
    const page = pageOf(query);
    const baseline = await ctx.db
      .selectFrom('baseline_forecasts')
      .select('computed_at')
      .where('cost_report_token', '=', token)
      .executeTakeFirst();
    const found = await ctx.db
      .selectFrom('baseline_series')
      .select(['provider', 'service', 'method', 'scores'])
      .select((eb) => eb.fn.countAll<number>().over().as('total'))
      .where('cost_report_token', '=', token)
      .orderBy(seriesOrder)
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    return {
      links: pageLinks(ctx.origin, ctx.url, page, found[0]?.total ?? 0),
      computed_at: baseline ? formatTimestamp(baseline.computed_at) : null,
      forecast_backtest: found.map(({ total: _, scores, ...series }) => {
        const { forecast, seasonalNaive } = scores as unknown as Scores;
        return { ...series, forecast: show(forecast), seasonal_naive: show(seasonalNaive) };
      }),
    };
  },
});

const digits = 6;

function show({ wape, mase, coverage }: Score): z.input<typeof ForecastScore> {
  const text = (figure: number | null) =>
    figure === null ? null : formatDecimal(figure.toFixed(digits));
  return { wape: text(wape), mase: text(mase), coverage: text(coverage) };
}
