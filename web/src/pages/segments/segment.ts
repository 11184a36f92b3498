export const segmentsPath = '/v2/segments';

export interface ReportSettings {
  include_credits: boolean;
  include_refunds: boolean;
  include_discounts: boolean;
  include_tax: boolean;
  amortize: boolean;
}

export interface Segment {
  token: string;
  title: string;
  description: string;
  parent_segment_token: string | null;
  track_unallocated: boolean;
  report_settings?: ReportSettings;
  priority: number;
  filter: string | null;
  report_token: string | null;
}

export interface TreeRow {
  segment: Segment;
  depth: number;
  /** The top-level segment that its share is one of. */
  top: Segment;
}

/** Every segment after the one above it, those that are asked first at the front. */
export function treeOf(segments: readonly Segment[]): TreeRow[] {
  const known = new Set(segments.map(({ token }) => token));
  const childrenOf = new Map<string, Segment[]>();
  for (const segment of segments) {
    const { parent_segment_token: parent } = segment;
    // One whose parent is not shown to this person stands at the top.
    const place = parent !== null && known.has(parent) ? parent : '';
    childrenOf.set(place, [...(childrenOf.get(place) ?? []), segment]);
  }
  const rowsBelow = (place: string, depth: number, top?: Segment): TreeRow[] =>
    (childrenOf.get(place) ?? [])
      .toSorted((one, other) => one.priority - other.priority)
      .flatMap((segment) => [
        { segment, depth, top: top ?? segment },
        ...rowsBelow(segment.token, depth + 1, top ?? segment),
      ]);
  return rowsBelow('', 0);
}

/** A segment and all below it, which cannot be above it. */
export function branchOf(segments: readonly Segment[], token: string): Set<string> {
  const rows = treeOf(segments);
  const at = rows.findIndex(({ segment }) => segment.token === token);
  const own = rows[at];
  if (!own) return new Set();
  const after = rows.slice(at + 1);
  const end = after.findIndex(({ depth }) => depth <= own.depth);
  return new Set([own, ...(end < 0 ? after : after.slice(0, end))].map((row) => row.segment.token));
}
