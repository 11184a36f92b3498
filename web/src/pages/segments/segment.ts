import type { Schemas } from '../../api/types.js';

export type Segment = Schemas['Segment'];

export const segmentsPath = '/v2/segments';
export const segmentPath = '/v2/segments/{segment_token}';

export interface TreeRow {
  segment: Segment;
  depth: number;
  /** The top-level segment of its tree. */
  top: Segment;
}

/** Segments in the order of the tree: each after its parent, siblings by priority. */
export function treeOf(segments: readonly Segment[]): TreeRow[] {
  const visible = new Set(segments.map(({ token }) => token));
  const childrenOf = new Map<string, Segment[]>();
  for (const segment of segments) {
    const { parent_segment_token: parent } = segment;
    // A segment whose parent the user cannot see is shown at the top level.
    const key = parent !== null && visible.has(parent) ? parent : '';
    childrenOf.set(key, [...(childrenOf.get(key) ?? []), segment]);
  }
  const rowsBelow = (parent: string, depth: number, top?: Segment): TreeRow[] =>
    (childrenOf.get(parent) ?? [])
      .toSorted((one, other) => one.priority - other.priority)
      .flatMap((segment) => [
        { segment, depth, top: top ?? segment },
        ...rowsBelow(segment.token, depth + 1, top ?? segment),
      ]);
  return rowsBelow('', 0);
}

/** The tokens of a segment and its descendants, none of which can become its parent. */
export function branchOf(segments: readonly Segment[], token: string): Set<string> {
  const rows = treeOf(segments);
  const index = rows.findIndex(({ segment }) => segment.token === token);
  const root = rows[index];
  if (!root) return new Set();
  const after = rows.slice(index + 1);
  const end = after.findIndex(({ depth }) => depth <= root.depth);
  return new Set(
    [root, ...(end < 0 ? after : after.slice(0, end))].map((row) => row.segment.token),
  );
}
