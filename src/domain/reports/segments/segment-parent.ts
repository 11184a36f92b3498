import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { DomainFailure, UnknownReference, badRequest } from '../../../platform/lib/errors.js';
import { readSegmentTree } from '../../costs/query/index.js';
import { segments } from './segment.js';

/** The requested parent segment; throws if the caller cannot see it. */
export async function requireParent(ctx: Context, parent: string): Promise<Row<'segments'>> {
  const segment = await segments.rows.find(ctx, parent);
  if (!segment) throw new UnknownReference('Segment', 'parent_segment_token', parent);
  return segment;
}

/** Serializes changes to the segment trees of a workspace: two concurrent moves could create a cycle. */
export async function lockSegmentTrees(ctx: Context, workspace: string): Promise<void> {
  await ctx.db
    .selectFrom('workspaces')
    .select('token')
    .where('token', '=', workspace)
    .forNoKeyUpdate()
    .execute();
}

/** Throws unless a segment can be moved below the requested parent. */
export async function requireMovable(
  ctx: Context,
  segment: Row<'segments'>,
  parent: string,
): Promise<void> {
  const { workspace_token } = await requireParent(ctx, parent);
  if (workspace_token !== segment.workspace_token) {
    throw badRequest('parent_segment_token must be a segment of the same workspace');
  }
  const parentOf = new Map(
    (await readSegmentTree(ctx.db, parent)).map((node) => [node.token, node.parent_segment_token]),
  );
  for (let at: string | null | undefined = parent; at; at = parentOf.get(at)) {
    if (at === segment.token) {
      throw new DomainFailure([
        'parent_segment_token must not be the segment itself or one of its descendants',
      ]);
    }
  }
}
