import type { Context } from '../../../platform/kernel/context.js';
import { addDays } from '../../../platform/lib/days.js';
import { formatDate } from '../../../platform/lib/time.js';
import {
  billedThrough,
  type CostScope,
  deliveredThrough,
  integrationEnds,
  readContributions,
  readScope,
  settledDay,
} from '../../costs/query/index.js';
import { loadReport } from './cost-report.js';
import { resolveCostQuery } from './resolve-cost-query.js';

/** An integration contributes to a report if it delivered costs of the report within these days. */
const contributingDays = 92;

/** How complete the costs of a report are. */
export interface Completeness {
  /** The last day before today that is complete in every integration that contributes; null without costs. */
  completeThrough: string | null;
  /** The same, in the future where costs have been uploaded ahead. */
  deliveredThrough: string | null;
  /** The last day that costs what is billed, also where no bill comes any more. */
  billedThrough: string;
  /** The loads of these integrations. */
  loads: CostScope['loads'];
}

/**
 * Reads through which day the costs of a report are complete. Its filters decide which integrations
 * contribute; while none does, any of the workspace may be the first.
 */
export async function readCompleteness(ctx: Context, report: string): Promise<Completeness> {
  const today = formatDate(ctx.now);
  const { query, scope } = await resolveCostQuery(
    ctx,
    {
      cost_report_token: report,
      start_date: addDays(today, -contributingDays),
      end_date: today,
      groupings: [],
    },
    { limit: 1, offset: 0 },
  );
  const contributions = await readContributions(ctx.services.costs, query);
  const contributing = new Set(contributions.map(({ integration }) => integration));
  const own = scope.loads.filter(({ integrationToken }) => contributing.has(integrationToken));
  const loads = own.length > 0 ? own : scope.loads;
  const ends = [...integrationEnds(loads).values()];
  return {
    completeThrough: settledDay(ends, today),
    deliveredThrough: deliveredThrough(ends, today),
    billedThrough: billedThrough(ends, today),
    loads,
  };
}

/**
 * A context as of the latest import into the workspace of a report, or the end of costs that were uploaded
 * ahead. What is read with it changes with the costs, never because time has passed: not even an
 * integration ends before another one delivers.
 */
export async function contextOfData(ctx: Context, report: string): Promise<Context> {
  const { workspace_token: workspace } = await loadReport(ctx, report);
  const { asOf, loads } = await readScope(ctx.db, [workspace]);
  if (asOf === null) return ctx;
  const end = deliveredThrough([...integrationEnds(loads).values()], formatDate(asOf));
  const ahead = end === null ? asOf : new Date(addDays(end, 1));
  return { ...ctx, now: ahead > asOf ? ahead : asOf };
}
