import type { Services } from '../../../platform/kernel/services.js';
import type { CalendarBin } from '../../../platform/lib/date-intervals.js';
import {
  compileFilters,
  listFilters,
  type CostQuery,
  readScope,
  parseGroupings,
  readCurrencyConversion,
  findTagUse,
  readUsedVirtualTags,
} from '../../costs/query/index.js';
import { type ChargeView, checkFilter } from '../../costs/vql/index.js';
import type { CostExportRequest } from './cost-export-request.js';

/** Builds a query over the costs of an export, with the given changes. */
export type BuildCostQuery = (
  changes?: Partial<Pick<CostQuery<CalendarBin>, 'settings' | 'startDate' | 'endDate' | 'dateBin'>>,
) => CostQuery<CalendarBin>;

/** Exports are not paged. */
const noLimit = Number.MAX_SAFE_INTEGER;

/** Reads what an export needs from the stores once, so that all of its queries see the same loads, tags and rates. */
export async function prepareExportQuery(
  { db, costs }: Services,
  request: CostExportRequest,
): Promise<BuildCostQuery> {
  const { range, previous_range: previous, segments, today } = request;
  const scope = await readScope(db, [request.workspace_token]);
  const filters = {
    combined: request.report_filters
      .map((text) => checkFilter('cost_report', text))
      .filter((filter) => filter !== null),
    within: checkFilter('cost_export', request.filter) ?? undefined,
    segments: segments && { rules: segments.arms, unmatchedLabel: segments.rest },
  };
  const groupings = parseGroupings(request.groupings);
  const bothRanges = {
    start: previous.start < range.start ? previous.start : range.start,
    end: previous.end > range.end ? previous.end : range.end,
  };
  const conversion = await readCurrencyConversion(db, request.workspace_token, scope, bothRanges);
  const virtual = await readUsedVirtualTags(
    { db, costs },
    request.workspace_token,
    findTagUse(listFilters(filters), groupings, bothRanges, request.date_bin === 'hour'),
    today,
  );
  const compile = async (view: ChargeView) =>
    (await compileFilters(costs, scope, filters, view, virtual)).condition;
  const conditions = { billed: await compile('billed'), amortized: await compile('amortized') };
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
    limit: noLimit,
    offset: 0,
    ...changes,
  });
}
