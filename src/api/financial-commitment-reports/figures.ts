import { z } from 'zod';
import { resolveDateRange } from '../../domain/costs/query/index.js';
import {
  financialCommitmentReports,
  type FigureSums,
  figuresOf,
  type FigureSeries,
  readFigures,
  rangeOf,
  splitGroupings,
} from '../../domain/optimise/financial-commitments/index.js';
import { queryDate } from '../../platform/kernel/fields.js';
import { pagedOperation } from '../../platform/kernel/paged-operation.js';
import { Decimal, formatDecimal } from '../../platform/lib/decimal.js';
import { calendarBins } from '../../platform/lib/date-intervals.js';
import { formatDate } from '../../platform/lib/time.js';

const percent = () => z.string().nullable().describe('Two decimal places; null without a whole.');

const CommitmentFigures = z
  .object({
    billed_cost: z.string().describe('Unblended costs of all lines.'),
    covered_spend: z.string().describe('Effective cost of usage that commitments cover.'),
    unused_cost: z.string().describe('Effective cost of commitments that no usage took.'),
    on_demand_cost: z.string(),
    spot_cost: z.string(),
    discounts: z.string().describe('Discounts, credits and refunds; negative.'),
    discounted_spend: z
      .string()
      .describe('What was paid: commitments with their unused part, spot, on-demand, discounts.'),
    on_demand_equivalent: z.string().describe('The same usage at public on-demand prices.'),
    unpriced_cost: z
      .string()
      .describe('Usage without a public price; it counts in the equivalent at what it cost.'),
    total_savings: z.string(),
    coverage_percent: percent(),
    utilization_percent: percent(),
    effective_savings_rate_percent: percent(),
  })
  .meta({ id: 'CommitmentFigures' });

const CommitmentSeries = CommitmentFigures.extend({
  buckets: z.array(CommitmentFigures).describe('One per bucket.'),
}).meta({ id: 'CommitmentSeries' });

const CommitmentGroup = CommitmentSeries.extend({
  values: z.array(z.string().nullable()).describe('One per grouping; null for costs without one.'),
}).meta({ id: 'CommitmentGroup' });

export const getFinancialCommitmentFigures = pagedOperation({
  id: 'getFinancialCommitmentFigures',
  tag: 'FinancialCommitmentReports',
  path: '/v2/financial_commitment_reports/{financial_commitment_report_token}/figures',
  summary: 'Get coverage, utilization and savings of a report, by bucket and group',
  params: z.object({ financial_commitment_report_token: z.string() }),
  query: z.object({
    start_date: queryDate().optional().describe('Dates that replace those of the report.'),
    end_date: queryDate().optional(),
    date_bucket: z.enum(calendarBins).optional().describe('Instead of that of the report.'),
  }),
  errors: [400, 404],
  pageSize: { default: 25, max: 100 },
  response: {
    currency: z.string(),
    unconverted_currencies: z
      .array(z.string())
      .describe('Currencies without an exchange rate; their costs are in no figure.'),
    complete_through: z
      .string()
      .nullable()
      .describe('Last day whose costs are complete; figures of later days still change.'),
    start_date: z.string(),
    end_date: z.string(),
    date_bucket: z
      .enum(calendarBins)
      .describe('day instead of hour for more than 14 days, or bills without hours.'),
    buckets: z.array(z.string()).describe('Start of every bucket.'),
    groupings: z.array(z.string()),
    group_count: z.int(),
    total: CommitmentSeries,
    groups: z.array(CommitmentGroup).describe('The largest discounted spend first.'),
  },
  responseId: 'FinancialCommitmentFigures',
  read: async ({ params, query }, ctx, page) => {
    const { rows } = financialCommitmentReports;
    const report = await rows.load(ctx, params.financial_commitment_report_token);
    const today = formatDate(ctx.now);
    const range = resolveDateRange(query, rangeOf(report, today), today);
    const groupings = splitGroupings(report.groupings);
    const figures = await readFigures(ctx.services, {
      workspace: report.workspace_token,
      range,
      today,
      bucket: query.date_bucket ?? report.date_bucket,
      groupings,
      filter: report.filter,
      onDemandScope: report.on_demand_costs_scope,
      limit: page.limit,
      offset: page.offset,
    });
    return {
      rowCount: figures.groupCount,
      currency: figures.currency,
      unconverted_currencies: [...figures.unconverted],
      complete_through: figures.scope.completeThrough,
      start_date: range.start,
      end_date: range.end,
      date_bucket: figures.bucket,
      buckets: figures.buckets,
      groupings,
      group_count: figures.groupCount,
      total: serializeSeries(figures.total),
      groups: figures.groups.map((group) => ({
        values: group.values.map((value) => value || null),
        ...serializeSeries(group),
      })),
    };
  },
});

const serializeSeries = ({ sums, buckets }: FigureSeries) => ({
  ...serializeFigures(sums),
  buckets: buckets.map(serializeFigures),
});

function serializeFigures(sums: FigureSums) {
  const figures = figuresOf(sums);
  return {
    billed_cost: money(sums.billed),
    covered_spend: money(figures.covered),
    unused_cost: money(figures.unused),
    on_demand_cost: money(figures.onDemand),
    spot_cost: money(sums.spot),
    discounts: money(sums.discounts),
    discounted_spend: money(figures.discountedSpend),
    on_demand_equivalent: money(figures.equivalent),
    unpriced_cost: money(sums.unpriced),
    total_savings: money(figures.totalSavings),
    coverage_percent: percentText(figures.coverage),
    utilization_percent: percentText(figures.utilization),
    effective_savings_rate_percent: percentText(figures.effectiveSavingsRate),
  };
}

const money = (amount: Decimal | string) => formatDecimal(new Decimal(amount).toFixed());

const percentText = (ratio: Decimal | null) =>
  ratio && formatDecimal(ratio.times(100).toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toFixed());
