import { sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { newToken } from '../../../platform/lib/tokens.js';
import type { Db } from '../../../platform/store/tables.js';
import { segmentTreeQuery } from '../../costs/query/index.js';

/** Creates the cost report of a new segment; `syncSegmentReports` keeps its title and settings current. */
export async function createSegmentReport(ctx: Context, segment: Row<'segments'>): Promise<void> {
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

/** Copies the titles of the segments of a tree, and the settings of its root, to their cost reports. */
export async function syncSegmentReports(db: Db, token: string): Promise<void> {
  await sql`${segmentTreeQuery(token)}
    update cost_reports set title = segments.title, settings = tree.settings
    from tree join segments on segments.token = tree.token
    where cost_reports.segment_token = tree.token
      and (cost_reports.title, cost_reports.settings) is distinct from (segments.title, tree.settings)`.execute(
    db,
  );
}
