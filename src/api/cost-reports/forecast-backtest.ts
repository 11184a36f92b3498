import { z } from 'zod';
import type { Score } from '../../domain/reports/forecast/index.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';
import { formatDecimal } from '../../platform/lib/decimal.js';
import { formatTimestamp } from '../../platform/lib/time.js';
import { readBacktest, costReports } from '../../domain/reports/cost-reports/index.js';

const ratio = () => z.string().nullable();

const ForecastScore = z
  .object({
    wape: ratio().describe(
      'Weighted absolute percentage error: sum of absolute errors over sum of amounts.',
    ),
    mase: ratio().describe(
      'Mean absolute scaled error: mean absolute error over mean week-over-week change.',
    ),
    coverage: ratio().describe('Share of days within the 80 % prediction interval.'),
  })
  .meta({ id: 'ForecastScore' });

const ForecastBacktest = z
  .object({
    provider: z.string(),
    service: z.string().describe('all for the total over all services.'),
    method: z
      .string()
      .nullable()
      .describe(
        'smoothed, last_week, spread_fee, monthly_charges, mean or ended; null for a total.',
      ),
    forecast: ForecastScore,
    seasonal_naive: ForecastScore.describe('The same days forecast by repeating the last week.'),
  })
  .meta({ id: 'ForecastBacktest' });

export const getForecastBacktest = operation({
  id: 'getForecastBacktest',
  tag: 'Costs',
  method: 'GET',
  path: '/v2/cost_reports/{cost_report_token}/forecast_backtest',
  summary: 'Get the backtest of the baseline forecast of a cost report',
  params: z.object({ cost_report_token: z.string() }),
  query: z.object(pageQuery),
  status: 200,
  errors: [404],
  response: z
    .object({
      links: Links,
      computed_at: z.string().nullable().describe('null until the baseline is first computed.'),
      forecast_backtest: z.array(ForecastBacktest),
    })
    .meta({ id: 'ForecastBacktests' }),
  run: async ({ params, query }, ctx) => {
    const { token } = await costReports.rows.load(ctx, params.cost_report_token);
    const page = pageOf(query);
    const { computedAt, total, series } = await readBacktest(ctx.db, token, page);
    return {
      links: pageLinks(ctx.origin, ctx.url, page, total),
      computed_at: computedAt ? formatTimestamp(computedAt) : null,
      forecast_backtest: series.map(({ scores: { forecast, seasonalNaive }, ...each }) => ({
        ...each,
        forecast: serializeScore(forecast),
        seasonal_naive: serializeScore(seasonalNaive),
      })),
    };
  },
});

const maxDigits = 6;

function serializeScore({ wape, mase, coverage }: Score): z.input<typeof ForecastScore> {
  const text = (figure: number | null) =>
    figure === null ? null : formatDecimal(figure.toFixed(maxDigits));
  return { wape: text(wape), mase: text(mase), coverage: text(coverage) };
}
