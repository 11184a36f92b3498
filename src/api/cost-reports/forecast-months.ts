import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import {
  costReports,
  type ForecastChoice,
  type MonthOutlook,
  type ReportOutlook,
  readMonthOutlook,
  reportForecasts,
} from '../../domain/reports/cost-reports/index.js';
import { scenarioModels } from '../../domain/reports/scenario-models/index.js';
import {
  amountOf,
  type BudgetTree,
  budgets,
  readBudgetTrees,
} from '../../domain/watch/budgets/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { requireDateOrder } from '../../platform/kernel/date-order.js';
import { queryDate } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { pageOf } from '../../platform/kernel/paging.js';
import { daysIn, firstOfMonth, lastOfMonth } from '../../platform/lib/days.js';
import { Decimal, formatDecimal } from '../../platform/lib/decimal.js';
import { ShapeFailure, notFound } from '../../platform/lib/errors.js';
import { formatDate } from '../../platform/lib/time.js';

const maxDays = 1_900;
const maxBudgets = 10;
/** Months before and after the current one, unless others are asked for. */
const monthsBack = 6;
const monthsAhead = 6;
const baselineChoice = 'baseline';

const amount = z.string().nullable();

const MonthBudget = z
  .object({
    budget_token: z.string(),
    amount: amount.describe('Budget of the month; null without one.'),
    difference: amount.describe(
      'Expected costs less the budget, negative below it; null without a budget or a forecast.',
    ),
  })
  .meta({ id: 'ForecastMonthBudget' });

const figures = {
  spend: amount.describe('Accrued costs; null for later months.'),
  baseline: amount.describe(
    'Complete days as billed, every other day with the larger of what is billed and forecast, without planned adjustments. null without a forecast.',
  ),
  plan: amount.describe('The same with the adjustments of the planned forecast; null without one.'),
  adjustments: amount.describe('The plan less the baseline.'),
  expected: amount.describe('The plan where there is one, or else the baseline.'),
  previous_year: amount.describe(
    'Costs of the same month a year before; null unless all of it is imported.',
  ),
  change: amount.describe('Expected costs less those of a year before.'),
  budgets: z.array(MonthBudget).describe('In the order of the budgets.'),
};

const ForecastMonth = z
  .object({
    month: z.string().describe('First day of the month.'),
    forecast_from: z
      .string()
      .nullable()
      .describe('First day that does not count as billed; null if all days are complete.'),
    ...figures,
    lower_amount: amount.describe(
      'Lower bound of the 80 % prediction interval of the baseline; null for complete months. Bounds do not add up, so there is none of a total.',
    ),
    upper_amount: amount.describe('Upper bound of the same interval.'),
  })
  .meta({ id: 'ForecastMonth' });

const Adjustment = z
  .object({
    scenario_model_token: z.string(),
    title: z.string(),
    provider: z.string().nullable().describe('null for all providers.'),
    service: z.string().nullable().describe('null for all services.'),
    start_at: z.string(),
    end_at: z.string().nullable(),
    amount: z.string().describe('Money per month, or a percentage.'),
    amount_type: z.string().describe('dollar or percent.'),
  })
  .meta({ id: 'ForecastAdjustment' });

export const getForecastMonths = operation({
  id: 'getForecastMonths',
  tag: 'Costs',
  method: 'GET',
  path: '/v2/cost_reports/{cost_report_token}/forecast_months',
  summary: 'Get costs, forecast, plan and budgets of a cost report by month',
  params: z.object({ cost_report_token: z.string() }),
  query: z.object({
    start_date: queryDate()
      .optional()
      .describe(`Any day of the first month; by default ${monthsBack} months ago.`),
    end_date: queryDate()
      .optional()
      .describe(`Any day of the last month; by default ${monthsAhead} months ahead.`),
    report_forecast_token: z
      .string()
      .optional()
      .describe(
        `Planned forecast of the report, or ${baselineChoice} for none; by default the one that the report shows.`,
      ),
    scenario_model_token: z
      .string()
      .optional()
      .describe('Scenario model that is the whole plan, instead of a planned forecast.'),
  }),
  status: 200,
  errors: [400, 404],
  response: z
    .object({
      currency: z.string().describe('Currency of the workspace.'),
      complete_through: z
        .string()
        .nullable()
        .describe('Last day whose costs are complete; costs of later days still grow.'),
      unconverted_currencies: z
        .array(z.string())
        .describe(
          'Currencies without an exchange rate; their costs are not included in any figure.',
        ),
      planned_by: z
        .object({ token: z.string(), title: z.string() })
        .nullable()
        .describe('The planned forecast or scenario model; null for the baseline alone.'),
      budgets: z
        .array(z.object({ token: z.string(), name: z.string() }))
        .describe(`Budgets of the report, the oldest first, at most ${maxBudgets}.`),
      adjustments: z.array(Adjustment).describe('What the plan changes within these months.'),
      months: z
        .array(ForecastMonth)
        .describe('In order; months before the first imported costs are left out.'),
      total: z
        .object(figures)
        .describe(
          'Sums of the months. A sum of which a month is unknown is null; budgets count the months that have one.',
        )
        .meta({ id: 'ForecastMonthsTotal' }),
    })
    .meta({ id: 'ForecastMonths' }),
  run: async ({ params, query }, ctx) => {
    const report = await costReports.rows.load(ctx, params.cost_report_token);
    const range = rangeOf(query, formatDate(ctx.now));
    const choice = await choiceOf(ctx, report.token, query);
    const outlook = await readMonthOutlook(ctx, report.token, range, choice);
    const trees = await readBudgetsOf(ctx, report.token);
    const months = outlook.months.map((each) => figuresOf(each, trees));
    return {
      currency: outlook.currency,
      complete_through: outlook.completeThrough,
      unconverted_currencies: outlook.unconverted,
      planned_by: outlook.plan ? { token: outlook.plan.token, title: outlook.plan.title } : null,
      budgets: trees.map(({ token, name }) => ({ token, name })),
      adjustments: adjustmentsIn(outlook.plan, range),
      months: outlook.months.map(({ month, forecastFrom, bounds }, index) => ({
        month,
        forecast_from: forecastFrom,
        ...serialize(months[index]!, trees),
        lower_amount: textOf(bounds && bounds[0]),
        upper_amount: textOf(bounds && bounds[1]),
      })),
      total: serialize(totalOf(months, trees), trees),
    };
  },
});

interface RequestedMonths {
  start_date?: string | undefined;
  end_date?: string | undefined;
}

interface RequestedPlan {
  report_forecast_token?: string | undefined;
  scenario_model_token?: string | undefined;
}

/** Whole months. */
function rangeOf({ start_date: start, end_date: end }: RequestedMonths, today: string) {
  requireDateOrder(start, end);
  const range = {
    start: firstOfMonth(start ?? firstOfMonth(end ?? today, end ? 0 : -monthsBack)),
    end: lastOfMonth(end ?? today, end ? 0 : monthsAhead),
  };
  requireDateOrder(range.start, range.end);
  if (daysIn(range) > maxDays) throw new ShapeFailure([`must be at most ${maxDays} days`]);
  return range;
}

async function choiceOf(
  ctx: Context,
  report: string,
  { report_forecast_token: requested, scenario_model_token: model }: RequestedPlan,
): Promise<ForecastChoice> {
  if (model !== undefined) {
    if (requested !== undefined) {
      throw new ShapeFailure(['report_forecast_token and scenario_model_token exclude each other']);
    }
    return { model: (await scenarioModels.rows.load(ctx, model)).token };
  }
  if (requested === undefined) return 'default';
  if (requested === baselineChoice) return baselineChoice;
  const forecast = await reportForecasts.rows.load(ctx, requested);
  if (forecast.cost_report_token !== report) throw notFound(reportForecasts.kind);
  return { forecast: requested };
}

/** The budgets of a report that the caller sees, the oldest first. */
async function readBudgetsOf(ctx: Context, report: string): Promise<BudgetTree[]> {
  const page = pageOf({}, { default: maxBudgets, max: maxBudgets });
  const { rows } = await budgets.rows.list(ctx, page, [
    sql<SqlBool>`cost_report_token = ${report}`,
  ]);
  return readBudgetTrees(
    ctx.db,
    ctx.actor.accountToken,
    rows.map(({ token }) => token),
  );
}

function adjustmentsIn(plan: ReportOutlook['plan'], range: { start: string; end: string }) {
  return (plan?.scenarios ?? []).flatMap(({ token, title, provider, service, periods }) =>
    periods
      .filter(
        ({ start_at, end_at }) => start_at <= range.end && (end_at ?? start_at) >= range.start,
      )
      .map((period) => ({ scenario_model_token: token, title, provider, service, ...period })),
  );
}

/** The figures of a month, or of all of them; null where one is unknown. */
interface Figures {
  spend: Decimal | null;
  baseline: Decimal | null;
  plan: Decimal | null;
  previousYear: Decimal | null;
  budgets: { amount: Decimal | null; difference: Decimal | null }[];
}

function figuresOf(
  { month, spend, baseline, plan, previousYear }: MonthOutlook,
  trees: readonly BudgetTree[],
): Figures {
  const expected = plan ?? baseline;
  return {
    spend,
    baseline,
    plan,
    previousYear,
    budgets: trees.map((tree) => {
      const budget = amountOf(tree, month);
      return { amount: budget, difference: budget && minus(expected, budget) };
    }),
  };
}

function totalOf(months: readonly Figures[], trees: readonly BudgetTree[]): Figures {
  const sum = (pick: (month: Figures) => Decimal | null) => sumOf(months.map(pick));
  return {
    // Later months have no costs yet.
    spend: sumOf(months.flatMap(({ spend }) => spend ?? [])),
    baseline: sum(({ baseline }) => baseline),
    plan: sum(({ plan }) => plan),
    previousYear: sum(({ previousYear }) => previousYear),
    budgets: trees.map((_, index) => {
      const known = months.map((month) => month.budgets[index]!).filter((each) => each.amount);
      return {
        amount: sumOf(known.map((each) => each.amount)),
        difference: sumOf(known.map((each) => each.difference)),
      };
    }),
  };
}

/** null if there is nothing to add, or one of the amounts is unknown. */
function sumOf(amounts: readonly (Decimal | null)[]): Decimal | null {
  if (amounts.length === 0 || amounts.includes(null)) return null;
  return amounts.reduce<Decimal>((sum, each) => sum.plus(each!), new Decimal(0));
}

const minus = (one: Decimal | null, other: Decimal | null): Decimal | null =>
  one && other && one.minus(other);

function serialize(
  { spend, baseline, plan, previousYear, budgets: amounts }: Figures,
  trees: readonly BudgetTree[],
) {
  const expected = plan ?? baseline;
  return {
    spend: textOf(spend),
    baseline: textOf(baseline),
    plan: textOf(plan),
    adjustments: textOf(minus(plan, baseline)),
    expected: textOf(expected),
    previous_year: textOf(previousYear),
    change: textOf(minus(expected, previousYear)),
    budgets: amounts.map((each, index) => ({
      budget_token: trees[index]!.token,
      amount: textOf(each.amount),
      difference: textOf(each.difference),
    })),
  };
}

const textOf = (value: Decimal | null): string | null => value && formatDecimal(value.toFixed());
