import { sql } from 'kysely';
import type { SegmentNode } from '../../costs/segments.js';
import type { Db } from '../../store/tables.js';

/** Common tables: the segments above one, and the tree they all belong to with its top-level settings. */
const treeAround = (token: string) => sql`
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

/** All segments of the tree that one belongs to, in the order of their creation. */
export async function readSegmentTree(db: Db, token: string): Promise<SegmentNode[]> {
  const { rows } = await sql<SegmentNode>`${treeAround(token)}
    select token, parent_segment_token, title, priority, filter
    from segments where token in (select token from tree) order by id`.execute(db);
  return rows;
}

/** Makes the reports of a tree say what its segments say: their titles, and the settings of the top. */
export async function updateReports(db: Db, token: string): Promise<void> {
  await sql`${treeAround(token)}
    update cost_reports set title = segments.title, settings = tree.settings
    from tree join segments on segments.token = tree.token
    where cost_reports.segment_token = tree.token
      and (cost_reports.title, cost_reports.settings) is distinct from (segments.title, tree.settings)`.execute(
    db,
  );
}
