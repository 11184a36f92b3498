import { z } from 'zod';
import { explainCosts } from '../../domain/costs/explain-costs.js';
import { rangeOfBin } from '../../domain/costs/date-bins.js';
import { type AmountKey, narrowQuery } from '../../domain/costs/narrow-query.js';
import type { CostQuery } from '../../domain/costs/cost-query.js';
import type { CostRow } from '../../domain/costs/read-costs.js';
import { badRequest, notFound } from '../../platform/lib/errors.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';
import { formatDecimal } from '../../platform/lib/decimal.js';
import { figureOf, figureParameters } from './asked-figure.js';
import { costParameters, costQuestion } from '../../domain/cost-reports/cost-question.js';
import {
  CostLine,
  ExplainedFilter,
  ExplainedLoad,
  ExplainedRate,
  showLine,
  showLoads,
  showRates,
} from './show-explanation.js';
import { showSegments } from './show-segments.js';
import { groupingName } from '../../domain/costs/grouping.js';
import { Cost, showCost } from './show-costs.js';

const CostExplanation = z
  .object({
    links: Links,
    cost: Cost.describe('The figure, as the list of costs has it.'),
    lines_amount: z.string().describe('What its lines add up to: the same amount.'),
    lines_count: z.int(),
    filters: z.array(ExplainedFilter),
    loads: z.array(ExplainedLoad),
    exchange_rates: z.array(ExplainedRate),
    lines: z.array(CostLine),
  })
  .meta({ id: 'CostExplanation' });

export const explainCost = operation({
  id: 'explainCost',
  tag: 'Costs',
  method: 'GET',
  path: '/v2/costs/explain',
  summary: 'The loads, source lines, filters and rates behind one figure of the list of costs',
  query: costParameters.extend({ ...figureParameters, ...pageQuery }),
  status: 200,
  errors: [400, 404],
  response: CostExplanation,
  run: async ({ query: asked }, ctx) => {
    const page = pageOf(asked, { default: 100, max: 1000 });
    const { limit, offset } = page;
    const { query: whole, filters: compiled } = await costQuestion(ctx, asked, { limit, offset });
    // Without a group the figure is that of all groups together.
    const query = asked.group ? whole : { ...whole, groupings: [] };
    const filters = compiled.branches();
    const figure = figureOf(asked, query);
    const bin = rangeOfBin(query.dateBin, figure.accruedAt);
    if (!bin) throw badRequest(`accrued_at is not the start of a ${query.dateBin}`);
    const narrowed = narrowQuery(query, figure, bin);
    const found = await explainCosts(ctx.services.costs, narrowed, compiled);
    const amountIn = (amounts: { currency: string; amount: string }[]) =>
      amounts.find(({ currency }) => currency === figure.currency)?.amount ?? '0';
    const linesCount = found.loads.reduce((sum, { lines }) => sum + Number(lines), 0);
    if (linesCount === 0) throw notFound('Cost');
    const segmentOf = await showSegments(ctx, compiled.segments(), found.lines);
    return {
      links: pageLinks(ctx.origin, ctx.url, page, linesCount),
      cost: showCost(rowOf(figure, query, amountIn(found.amounts), found.usage), query),
      lines_amount: formatDecimal(amountIn(found.amountsFromLines)),
      lines_count: linesCount,
      filters: filters.map(({ text, branches }) => ({
        text,
        branches: branches.map((branch) => branch.text),
      })),
      loads: await showLoads(ctx.db, found.loads),
      exchange_rates: showRates(found.loads, query.conversion),
      lines: found.lines.map((line) => ({
        ...showLine(line, query.conversion, filters),
        segment: segmentOf(line),
      })),
    };
  },
});

/** The figure as a row of the answer. */
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
