import type { Context } from '../../../platform/kernel/context.js';
import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { groupBy } from '../../../platform/lib/group-by.js';
import { formatDate } from '../../../platform/lib/time.js';
import { sumDecimals } from '../../../platform/lib/decimal.js';
import { selectCachedRows } from '../../../platform/store/clickhouse/cost-store.js';
import {
  buildRowsStatement,
  endOf,
  planCosts,
  toCostSettings,
  prepareQuery,
  type CostRow,
  buildTreeRules,
  unmatchedCosts,
} from '../../costs/query/index.js';
import type { SegmentTree } from './read-segment-trees.js';

/** What a segment of a tree costs. */
interface SegmentCost {
  /** With the costs of all segments below it, as in the report of the segment. */
  amount: string;
  /** The costs of its child segments. */
  children: string;
  /** Its costs that no child segment has; in the top-level one, also unallocated costs if it tracks them. */
  unallocated: string;
}

/** By token. */
export type TreeCosts = ReadonlyMap<string, SegmentCost>;

/** Reads the costs of all segments of a tree with one statement, however many segments there are. */
export async function readSegmentCosts(
  ctx: Pick<Context, 'db' | 'services' | 'now'>,
  workspace: string,
  { root, segments }: SegmentTree,
  range: DateRange,
): Promise<TreeCosts> {
  const { costs } = ctx.services;
  const { query } = await prepareQuery(
    { db: ctx.db, costs },
    {
      workspace,
      range,
      filters: {
        combined: [],
        segments: buildTreeRules(segments, root.track_unallocated && root.filter === null),
      },
      today: formatDate(ctx.now),
      dateBin: 'range',
      groupings: [{ kind: 'segment' }],
      settings: toCostSettings(root.report_settings),
      order: 'asc',
      limit: 0,
      offset: 0,
    },
  );
  const rows =
    query.startDate < endOf(query)
      ? await selectCachedRows<CostRow>(costs, buildRowsStatement(planCosts(query)))
      : [];
  const converted = rows.filter(({ currency }) => currency === query.conversion.to);
  const byLabel = new Map(converted.map(({ g0, amount }) => [String(g0), amount]));
  return addUp({ root, segments }, (token) => byLabel.get(token) ?? '0');
}

/** Adds up the costs of segments from the leaves to the top. */
function addUp(
  { root, segments }: SegmentTree,
  ownOf: (token: string) => string,
): Map<string, SegmentCost> {
  const childrenOf = groupBy(segments, (segment) => segment.parent_segment_token);
  const costs = new Map<string, SegmentCost>();
  const visit = (token: string): string => {
    const children = sumDecimals((childrenOf.get(token) ?? []).map((child) => visit(child.token)));
    const own = ownOf(token);
    const unallocated = token === root.token ? sumDecimals([own, ownOf(unmatchedCosts)]) : own;
    const amount = sumDecimals([children, unallocated]);
    costs.set(token, { amount, children, unallocated });
    return amount;
  };
  visit(root.token);
  return costs;
}
