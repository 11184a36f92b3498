import { compileFilters, filtersOf } from '../costs/cost-condition.js';
import type { CostQuery } from '../costs/cost-query.js';
import { type DateBin, parseGrouping } from '../costs/dimensions.js';
import { readConversion } from '../costs/read-conversion.js';
import { readScope } from '../costs/scope.js';
import { readVirtualTagsInUse, tagUse } from '../costs/virtual-tags-in-use.js';
import type { Services } from '../../platform/kernel/services.js';
import { type ChargeView, checkFilter } from '../vql/index.js';
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
  const groupings = request.groupings.map((text) => parseGrouping(text)!);
  const whole = {
    start: previous.start < range.start ? previous.start : range.start,
    end: previous.end > range.end ? previous.end : range.end,
  };
  const conversion = await readConversion(db, request.workspace_token, scope, whole);
  const virtual = await readVirtualTagsInUse(
    { db, costs },
    request.workspace_token,
    tagUse(filtersOf(filters), groupings, whole),
    today,
  );
  const compiled = async (view: ChargeView) =>
    (await compileFilters(costs, scope, filters, view, virtual)).condition;
  const conditions = { billed: await compiled('billed'), amortized: await compiled('amortized') };
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
