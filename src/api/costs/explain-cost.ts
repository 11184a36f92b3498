import { z } from 'zod';
import {
  explainCosts,
  rangeOfBin,
  type AmountKey,
  narrowQuery,
  planCosts,
  type CostQuery,
  type CostRow,
  groupingName,
} from '../../domain/costs/query/index.js';
import { badRequest, notFound } from '../../platform/lib/errors.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';
import type { CalendarBin, DateRange } from '../../platform/lib/date-intervals.js';
import { formatDecimal } from '../../platform/lib/decimal.js';
import { figureParameters, resolveFigure } from './figure-parameters.js';
import { costParameters, resolveCostQuery } from '../../domain/reports/cost-reports/index.js';
import {
  CostLine,
  ExplainedFilter,
  ExplainedLoad,
  ExplainedRate,
  serializeLine,
  readExplainedLoads,
  serializeRates,
} from './serialize-explanation.js';
import { readExplainedSegments } from './explained-segments.js';
import { Cost, serializeCost } from './serialize-costs.js';

const CostExplanation = z
  .object({
    links: Links,
    cost: Cost.describe('The figure as GET /costs returns it.'),
    lines_amount: z.string().describe('Sum of the lines; equals the amount of the figure.'),
    lines_count: z.int(),
    filters: z.array(ExplainedFilter),
    loads: z.array(ExplainedLoad),
    exchange_rates: z.array(ExplainedRate),
    lines: z
      .array(CostLine)
      .describe('In the order of the bill; without accrued_at, the largest counted amount first.'),
  })
  .meta({ id: 'CostExplanation' });

export const explainCost = operation({
  id: 'explainCost',
  tag: 'Costs',
  method: 'GET',
  path: '/v2/costs/explain',
  summary: 'Get the source lines, loads, filters and exchange rates behind a cost',
  query: costParameters.extend({ ...figureParameters, ...pageQuery }),
  status: 200,
  errors: [400, 404],
  response: CostExplanation,
  run: async ({ query: requested }, ctx) => {
    const page = pageOf(requested, { default: 100, max: 1000 });
    const { limit, offset } = page;
    const { query: whole, filters: compiled } = await resolveCostQuery(ctx, requested, {
      limit,
      offset,
      explained: true,
    });
    const query = queryOfFigure(whole, requested);
    const filters = compiled.branches();
    const figure = resolveFigure(requested, query);
    const narrowed = narrowQuery(query, figure, daysOfFigure(query, requested.accrued_at));
    const explanation = await explainCosts(ctx.services.costs, narrowed, compiled, {
      isLargestFirst: requested.accrued_at === undefined,
    });
    const amountIn = (amounts: { currency: string; amount: string }[]) =>
      amounts.find(({ currency }) => currency === figure.currency)?.amount ?? '0';
    const linesCount = explanation.loads.reduce((sum, { lines }) => sum + Number(lines), 0);
    if (linesCount === 0) throw notFound('Cost');
    const segmentOf = await readExplainedSegments(ctx, compiled.segments(), explanation.lines);
    const loads = await readExplainedLoads(ctx, explanation.loads);
    const delegated = new Set(
      loads.filter(({ partition }) => partition === '').map((load) => load.load_id),
    );
    return {
      links: pageLinks(ctx.origin, ctx.url, page, linesCount),
      cost: serializeCost(
        rowOf(figure, query, amountIn(explanation.amounts), explanation.usage),
        planCosts(query),
      ),
      lines_amount: formatDecimal(amountIn(explanation.amountsFromLines)),
      lines_count: linesCount,
      filters: filters.map(({ text, branches }) => ({
        text,
        branches: branches.map((branch) => branch.text),
      })),
      loads,
      exchange_rates: serializeRates(explanation.loads, query.conversion),
      lines: explanation.lines.map((line) => ({
        ...serializeLine(line, query.conversion, filters),
        ...(delegated.has(line.load_id) && { source_file: '' }),
        segment: segmentOf(line),
      })),
    };
  },
});

/** Without a group, the figure is the total over all groups; without a bin, that of all days. */
const queryOfFigure = (
  query: CostQuery<CalendarBin>,
  { group, accrued_at }: { group?: unknown; accrued_at?: string },
): CostQuery<CalendarBin> => ({
  ...query,
  ...(group === undefined && { groupings: [] }),
  ...(accrued_at === undefined && { dateBin: 'day' }),
});

function daysOfFigure(
  { dateBin, startDate, endDate }: CostQuery<CalendarBin>,
  accruedAt: string | undefined,
): DateRange {
  if (accruedAt === undefined) return { start: startDate, end: endDate };
  const bin = rangeOfBin(dateBin, accruedAt);
  if (!bin) throw badRequest(`accrued_at is not the start of a ${dateBin}`);
  return bin;
}

/** The figure as a row of the query result. */
function rowOf(
  { accruedAt, currency, values }: AmountKey,
  { groupings }: CostQuery,
  amount: string,
  usages: readonly { amount: string; unit: string }[],
): CostRow {
  const valueOf = (name: string) =>
    values.find(({ grouping }) => groupingName(grouping) === name)?.value ?? null;
  const unit = valueOf('usage_unit');
  const groups = groupings.map((grouping, index) => [`g${index}`, valueOf(groupingName(grouping))]);
  return {
    accrued_at: accruedAt,
    amount,
    currency,
    usage: usages.find((usage) => usage.unit === unit)?.amount ?? null,
    unit: typeof unit === 'string' ? unit : null,
    ...(Object.fromEntries(groups) as Pick<CostRow, `g${number}`>),
  };
}
