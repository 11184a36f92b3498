import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import {
  completeThroughOf,
  comparedRanges,
  comparisons,
  type Comparison,
  coveredDays,
  type CostScope,
  readScope,
  readCurrencyConversion,
  resolveDateRange,
} from '../../domain/costs/query/index.js';
import {
  readSegmentCosts,
  type TreeCosts,
  readSegmentTrees,
  type SegmentTree,
  segments as segmentEntity,
} from '../../domain/reports/segments/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { queryDate } from '../../platform/kernel/fields.js';
import { operation, Reply } from '../../platform/kernel/operation.js';
import { requestedWorkspace } from '../../platform/kernel/workspace-choice.js';
import type { DateRange } from '../../platform/lib/date-intervals.js';
import { formatDecimal } from '../../platform/lib/decimal.js';
import { notFound } from '../../platform/lib/errors.js';
import { formatDate } from '../../platform/lib/time.js';
import { freshnessHeaders } from './freshness-headers.js';
import { changeOf, ComparedDays, CostChange, serializeDays } from './series-changes.js';

const SegmentCost = z
  .object({
    segment_token: z.string(),
    amount: z
      .string()
      .describe('Costs of the segment and all segments below it, as in its report.'),
    children_amount: z.string().describe('Those of its child segments.'),
    unallocated_amount: z
      .string()
      .describe(
        'Those that no child segment has; of a top-level segment that tracks unallocated costs, also those that no segment matches.',
      ),
    change: CostChange.nullable().describe(
      'Null without a comparison, or if costs of some of its days have not been imported.',
    ),
  })
  .meta({ id: 'SegmentCost' });

const SegmentCosts = z
  .object({
    currency: z.string(),
    start_date: z.string(),
    end_date: z.string(),
    complete_through: z
      .string()
      .nullable()
      .describe('Last day whose costs are complete; amounts of later days still grow.'),
    comparison: ComparedDays.nullable(),
    segments: z.array(SegmentCost).describe('Every segment of the workspace that is visible.'),
    unconverted_currencies: z
      .array(z.string())
      .describe('Currencies without an exchange rate; their costs are not included in any amount.'),
  })
  .meta({ id: 'SegmentCosts' });

export const getSegmentCosts = operation({
  id: 'getSegmentCosts',
  tag: 'Costs',
  method: 'GET',
  path: '/v2/costs/segments',
  summary: 'Read the costs of all segments of a workspace',
  query: z.object({
    workspace_token: z
      .string()
      .optional()
      .describe('Required if the caller has access to several workspaces.'),
    start_date: queryDate().optional().describe('First day, inclusive; by default of this month.'),
    end_date: queryDate().optional().describe('Last day, inclusive.'),
    compare_to: z
      .enum(comparisons)
      .optional()
      .describe('Range to compare with; only complete days are compared.'),
  }),
  status: 200,
  errors: [400, 404],
  response: SegmentCosts,
  run: async ({ query }, ctx) => {
    const workspace = requestedWorkspace(ctx, query.workspace_token);
    if (workspace === undefined) throw notFound('Workspace');
    const today = formatDate(ctx.now);
    const range = resolveDateRange(query, undefined, today);
    const scope = await readScope(ctx.db, [workspace]);
    const [conversion, visible] = await Promise.all([
      readCurrencyConversion(ctx.db, workspace, scope, range),
      readVisibleTrees(ctx, workspace),
    ]);
    const { current, comparison, changes } = await readTrees(
      { ctx, workspace, trees: visible.trees },
      { range, scope, compareTo: query.compare_to },
    );
    const body = {
      currency: conversion.to,
      start_date: range.start,
      end_date: range.end,
      complete_through: completeThroughOf(scope, today),
      comparison,
      segments: visible.tokens.map((token) => ({
        segment_token: token,
        ...serializeCost(current, token),
        change: changes(token),
      })),
      unconverted_currencies: [...conversion.unratedCurrencies],
    };
    return new Reply(body, { headers: freshnessHeaders(scope, today) });
  },
});

/** The segments that the caller sees, and their whole trees. */
async function readVisibleTrees(ctx: Context, workspace: string) {
  const trees = await readSegmentTrees(ctx.db, workspace);
  const page = { number: 1, limit: trees.flatMap(({ segments }) => segments).length, offset: 0 };
  const isInWorkspace = sql<SqlBool>`workspace_token = ${workspace}`;
  const { rows } = await segmentEntity.rows.list(ctx, page, [isInWorkspace]);
  const tokens = rows.map(({ token }) => token);
  const isVisible = ({ segments }: SegmentTree) =>
    segments.some(({ token }) => tokens.includes(token));
  return { tokens, trees: trees.filter(isVisible) };
}

interface TreesOf {
  ctx: Context;
  workspace: string;
  trees: readonly SegmentTree[];
}

interface ComparedRange {
  range: DateRange;
  scope: CostScope;
  compareTo: Comparison | undefined;
}

/** The costs of trees in a range, and their changes over its complete days. */
async function readTrees(of: TreesOf, { range, scope, compareTo }: ComparedRange) {
  const read = (each: DateRange) =>
    Promise.all(of.trees.map((tree) => readSegmentCosts(of.ctx, of.workspace, tree, each)));
  const completeThrough = completeThroughOf(scope, formatDate(of.ctx.now));
  const ranges =
    compareTo && completeThrough ? comparedRanges(range, completeThrough, compareTo) : undefined;
  const comparison = ranges
    ? serializeDays(ranges, coveredDays(ranges.previous, scope, completeThrough!))
    : null;
  const isComplete = comparison !== null && comparison.days_with_data === comparison.days;
  const [current, compared, previous] = await Promise.all([
    read(range),
    isComplete ? read(ranges!.current) : [],
    isComplete ? read(ranges!.previous) : [],
  ]);
  const changes = (token: string) =>
    isComplete ? changeOf(costOf(compared, token).amount, costOf(previous, token).amount) : null;
  return { current, comparison, changes };
}

const costOf = (trees: readonly TreeCosts[], token: string) =>
  trees.flatMap((bySegment) => bySegment.get(token) ?? [])[0]!;

function serializeCost(trees: readonly TreeCosts[], token: string) {
  const { amount, children, unallocated } = costOf(trees, token);
  return {
    amount: formatDecimal(amount),
    children_amount: formatDecimal(children),
    unallocated_amount: formatDecimal(unallocated),
  };
}
