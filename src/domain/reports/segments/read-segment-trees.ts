import type { Selectable } from 'kysely';
import { groupBy } from '../../../platform/lib/group-by.js';
import type { Db, Tables } from '../../../platform/store/tables.js';

type Segment = Pick<
  Selectable<Tables['segments']>,
  | 'token'
  | 'parent_segment_token'
  | 'title'
  | 'priority'
  | 'filter'
  | 'track_unallocated'
  | 'report_settings'
>;

/** A top-level segment with all segments below it. */
export interface SegmentTree {
  root: Segment;
  /** The top-level one included, in the order of their creation. */
  segments: Segment[];
}

/** All segments of a workspace by tree, whether or not the caller sees them: each decides what the others contain. */
export async function readSegmentTrees(db: Db, workspace: string): Promise<SegmentTree[]> {
  const segments = await db
    .selectFrom('segments')
    .select([
      'token',
      'parent_segment_token',
      'title',
      'priority',
      'filter',
      'track_unallocated',
      'report_settings',
    ])
    .where('workspace_token', '=', workspace)
    .orderBy('id')
    .execute();
  const byToken = new Map(segments.map((segment) => [segment.token, segment]));
  const rootOf = (segment: Segment): Segment => {
    const parent = byToken.get(segment.parent_segment_token ?? '');
    return parent === undefined ? segment : rootOf(parent);
  };
  return [...groupBy(segments, rootOf)].map(([root, each]) => ({ root, segments: each }));
}
