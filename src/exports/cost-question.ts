import { compileFilters } from '../costs/cost-condition.js';
import type { CostQuery } from '../costs/cost-query.js';
import { type DateBin, parseGrouping } from '../costs/dimensions.js';
import { readConversion } from '../costs/read-conversion.js';
import { readScope } from '../costs/scope.js';
import type { Services } from '../services.js';
import { checkFilter } from '../vql/index.js';
import type { CostRequest } from './cost-request.js';

/** A query over the costs in question; what is given changes it. */
export type AskCosts = (
  changes?: Partial<Pick<CostQuery<DateBin>, 'settings' | 'startDate' | 'endDate' | 'dateBin'>>,
) => CostQuery<DateBin>;

/** An export is no page. */
const everything = Number.MAX_SAFE_INTEGER;

/** Looks up all that the question needs: active loads, known tags, rates. Every query is then over the same. */
export async function prepareCostQuestion(
  { db, costs }: Services,
  request: CostRequest,
): Promise<AskCosts> {
  const { range, previous_range: previous, today } = request;
  const scope = await readScope(db, [request.workspace_token]);
  const filters = {
    combined: request.report_filters
      .map((text) => checkFilter('cost_report', text))
      .filter((filter) => filter !== null),
    within: checkFilter('cost_export', request.filter) ?? undefined,
    segments: request.segments,
  };
  const conversion = await readConversion(db, request.workspace_token, scope, {
    start: previous.start < range.start ? previous.start : range.start,
    end: previous.end > range.end ? previous.end : range.end,
  });
  const conditions = {
    billed: (await compileFilters(costs, scope, filters, 'billed')).condition,
    amortized: (await compileFilters(costs, scope, filters, 'amortized')).condition,
  };
  const groupings = request.groupings.map((text) => parseGrouping(text)!);
  return ({ settings = request.settings, ...changes } = {}) => ({
    condition: settings.amortize ? conditions.amortized : conditions.billed,
    startDate: range.start,
    endDate: range.end,
    today,
    dateBin: request.date_bin,
    groupings,
    settings,
    conversion,
    order: 'asc',
    limit: everything,
    offset: 0,
    ...changes,
  });
}
