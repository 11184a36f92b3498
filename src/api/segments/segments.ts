import { z } from 'zod';
import { readSegmentTree } from '../../domain/costs/read-segment-tree.js';
import { SegmentReportSettings, segments } from '../../domain/segments/segment.js';
import { checkFilter } from '../../domain/vql/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { clearableToken, filter, text, title, token } from '../../platform/kernel/fields.js';
import { resource } from '../../platform/kernel/resource.js';
import type { Row } from '../../platform/kernel/rows.js';
import { DomainFailure, UnknownReference, badRequest } from '../../platform/lib/errors.js';
import { pick } from '../../platform/lib/pick.js';
import { newToken } from '../../platform/lib/tokens.js';
import { updateReports } from './update-reports.js';

const fields = {
  title: title(),
  description: text().optional(),
  priority: z.int().min(0).max(2_147_483_647).optional(),
  track_unallocated: z.boolean().optional(),
  report_settings: SegmentReportSettings.optional(),
  filter: filter().optional(),
  parent_segment_token: clearableToken().optional(),
};

export const segmentResource = resource(segments, {
  one: 'segment',
  many: 'segments',
  tag: 'Segments',
  create: z.object({ ...fields, workspace_token: token().optional() }),
  update: z.object(fields).partial(),
  search: 'title',
  errors: { create: [400, 422] },
  workspaceOf: async ({ parent_segment_token: parent }, ctx) =>
    parent ? (await requireParent(ctx, parent)).workspace_token : undefined,
  columns: async (body, ctx, current, workspace) => {
    checkFilter('segment', body.filter ?? null);
    await lockTrees(ctx, workspace!);
    if (current && body.parent_segment_token) {
      await checkMove(ctx, current, body.parent_segment_token);
    }
    const { parent_segment_token: parent = current?.parent_segment_token ?? null } = body;
    if (parent && body.report_settings) {
      throw new DomainFailure(['report_settings can be set on a top-level segment alone']);
    }
    const settings = { ...current?.report_settings, ...body.report_settings };
    return {
      ...pick(body, ['title', 'description', 'priority', 'track_unallocated', 'filter']),
      parent_segment_token: parent,
      report_settings: JSON.stringify(parent ? {} : settings),
    };
  },
  afterSave: async (row, _body, ctx, isNew) => {
    if (isNew) await insertReport(ctx, row);
    await updateReports(ctx.db, row.token);
    return isNew;
  },
});

async function requireParent(ctx: Context, parent: string): Promise<Row<'segments'>> {
  const found = await segments.rows.find(ctx, parent);
  if (!found) throw new UnknownReference('Segment', 'parent_segment_token', parent);
  return found;
}

/** Trees change one at a time: two moves at once could close a circle that neither sees. */
async function lockTrees(ctx: Context, workspace: string): Promise<void> {
  await ctx.db
    .selectFrom('workspaces')
    .select('token')
    .where('token', '=', workspace)
    .forNoKeyUpdate()
    .execute();
}

async function checkMove(ctx: Context, current: Row<'segments'>, parent: string): Promise<void> {
  const { workspace_token } = await requireParent(ctx, parent);
  if (workspace_token !== current.workspace_token) {
    throw badRequest('parent_segment_token must name a segment of the same workspace');
  }
  const parentOf = new Map(
    (await readSegmentTree(ctx.db, parent)).map((node) => [node.token, node.parent_segment_token]),
  );
  for (let at: string | null | undefined = parent; at; at = parentOf.get(at)) {
    if (at === current.token) {
      throw new DomainFailure([
        'parent_segment_token must not name the segment itself or one below it',
      ]);
    }
  }
}

/** The report of a new segment; its title and settings follow the tree from then on. */
async function insertReport(ctx: Context, segment: Row<'segments'>): Promise<void> {
  await ctx.db
    .insertInto('cost_reports')
    .values({
      token: newToken('rprt'),
      account_token: segment.account_token,
      workspace_token: segment.workspace_token,
      segment_token: segment.token,
      title: segment.title,
      groupings: 'segment',
      created_by: ctx.actor.token,
      created_at: segment.created_at,
    })
    .execute();
}
