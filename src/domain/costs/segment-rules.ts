/** A segment of a tree, as far as the sorting of costs asks for it. */
export interface SegmentNode {
  token: string;
  parent_segment_token: string | null;
  title: string;
  /** 0 is asked first. */
  priority: number;
  filter: string | null;
}

/** A segment that can take costs. */
interface SegmentRule {
  token: string;
  filter: string;
  /** The row that a cost counts in; null where another part of the tree takes it. */
  label: string | null;
}

/** How costs are sorted for the report of one segment: the first filter that matches takes a cost. */
export interface SegmentRules {
  arms: SegmentRule[];
  /** The row of costs that no filter matches; null leaves them out. */
  rest: string | null;
}

const unallocatedLabel = 'Unallocated';

/**
 * Sorts costs for the report of a segment. The whole tree is asked, whichever part of it is shown: a
 * cost belongs to one segment alone, by priority, then the deeper one, then the older one.
 *
 * Company with R&D (priority 5) and OPEX (10) below it: R&D is asked first, then OPEX; what neither
 * takes is Unallocated, or no part of the report.
 */
export function buildSegmentRules(
  tree: readonly SegmentNode[],
  token: string,
  unallocated: boolean,
): SegmentRules {
  const byToken = new Map(tree.map((node) => [node.token, node]));
  const own = byToken.get(token)!;
  const showsRest = unallocated && own.parent_segment_token === null;
  const labelOf = (path: readonly SegmentNode[]): string | null => {
    const at = path.indexOf(own);
    if (at > 0) return path[at - 1]!.title;
    if (at < 0) return null;
    return showsRest ? unallocatedLabel : own.title;
  };
  const arms = tree
    .flatMap(({ filter, ...node }) => {
      const path = pathUp(node.token, byToken);
      return filter === null ? [] : [{ ...node, filter, path }];
    })
    .toSorted((a, b) => a.priority - b.priority || b.path.length - a.path.length)
    .map(({ token: of, filter, path }) => ({ token: of, filter, label: labelOf(path) }));
  return { arms, rest: showsRest && own.filter === null ? unallocatedLabel : null };
}

/** A segment and those above it, the top-level one last. */
function pathUp(token: string | null, byToken: ReadonlyMap<string, SegmentNode>): SegmentNode[] {
  const path: SegmentNode[] = [];
  for (let node = byToken.get(token ?? ''); node;) {
    path.push(node);
    node = byToken.get(node.parent_segment_token ?? '');
  }
  return path;
}
