import type { Context } from '../../../platform/kernel/context.js';
import { addDays } from '../../../platform/lib/days.js';
import { formatDate } from '../../../platform/lib/time.js';
import {
  type CostScope,
  integrationEnds,
  readContributions,
  settledDay,
} from '../../costs/query/index.js';
import { resolveCostQuery } from './resolve-cost-query.js';

/** An integration contributes to a report if it delivered costs of the report within these days. */
const contributingDays = 92;

/** How complete the costs of a report are. */
export interface Completeness {
  /** The last day before today that is complete in every integration that contributes; null without costs. */
  completeThrough: string | null;
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
  return { completeThrough: settledDay([...integrationEnds(loads).values()], today), loads };
}
