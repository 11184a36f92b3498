import { sql } from 'kysely';
import type { Db } from '../../../platform/store/tables.js';
import type { SegmentNode } from './segment-rules.js';

/** Common table expressions `above`, a segment with its ancestors, and `tree`, its whole tree with the top-level settings. */
export const segmentTreeQuery = (token: string) => sql`
  with recursive above (token, parent) as (
    select token, parent_segment_token from segments where token = ${token}
    union
    select segments.token, segments.parent_segment_token
    from segments join above on segments.token = above.parent
  ), tree (token, settings) as (
    select segments.token,
      segments.report_settings || jsonb_build_object('unallocated', segments.track_unallocated)
    from segments join above on above.token = segments.token where above.parent is null
    union
    select segments.token, tree.settings
    from segments join tree on segments.parent_segment_token = tree.token
  )`;

/** All segments of the tree that a segment belongs to, in the order of their creation. */
export async function readSegmentTree(db: Db, token: string): Promise<SegmentNode[]> {
  const { rows } = await sql<SegmentNode>`${segmentTreeQuery(token)}
    select token, parent_segment_token, title, priority, filter
    from segments where token in (select token from tree) order by id`.execute(db);
  return rows;
}
