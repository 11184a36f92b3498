/** A segment of a tree, with what decides which costs it matches. */
export interface SegmentNode {
  token: string;
  parent_segment_token: string | null;
  title: string;
  /** Lower numbers are evaluated first. */
  priority: number;
  filter: string | null;
}

/** Assigns the costs that a segment's filter matches to a row of the report. */
interface SegmentRule {
  token: string;
  filter: string;
  /** The row of the report; null where the segment belongs to another part of the tree. */
  label: string | null;
}

/** How the report of a segment assigns costs to rows: by the first rule that matches. */
export interface SegmentRules {
  rules: SegmentRule[];
  /** The row of costs that no rule matches; null leaves them out. */
  unmatchedLabel: string | null;
}

const unallocatedLabel = 'Unallocated';

/**
 * Builds the rules for the report of a segment. They cover the whole tree, whichever part of it the
 * report shows: a cost belongs to exactly one segment, by priority, then the deeper one, then the
 * older one.
 *
 * Company with R&D (priority 5) and OPEX (10) below it: R&D is evaluated first, then OPEX; costs
 * that neither matches are "Unallocated", or no part of the report.
 */
export function buildSegmentRules(
  tree: readonly SegmentNode[],
  token: string,
  includesUnallocated: boolean,
): SegmentRules {
  const byToken = new Map(tree.map((node) => [node.token, node]));
  const own = byToken.get(token)!;
  const hasUnallocatedRow = includesUnallocated && own.parent_segment_token === null;
  const labelOf = (path: readonly SegmentNode[]): string | null => {
    const depth = path.indexOf(own);
    if (depth > 0) return path[depth - 1]!.title;
    if (depth < 0) return null;
    return hasUnallocatedRow ? unallocatedLabel : own.title;
  };
  const rules = inOrder(tree, byToken).map(({ path, ...node }) => ({
    ...node,
    label: labelOf(path),
  }));
  return {
    rules,
    unmatchedLabel: hasUnallocatedRow && own.filter === null ? unallocatedLabel : null,
  };
}

/** The label of costs that no segment of a tree matches, in rules for the whole tree. */
export const unmatchedCosts = '';

/** Builds the rules that assign each cost to the segment itself that it belongs to, by token. */
export function buildTreeRules(
  tree: readonly SegmentNode[],
  includesUnmatched: boolean,
): SegmentRules {
  const byToken = new Map(tree.map((node) => [node.token, node]));
  const rules = inOrder(tree, byToken).map(({ token, filter }) => ({
    token,
    filter,
    label: token,
  }));
  return { rules, unmatchedLabel: includesUnmatched ? unmatchedCosts : null };
}

/** The segments that have a filter, in the order in which filters are evaluated. */
function inOrder(tree: readonly SegmentNode[], byToken: ReadonlyMap<string, SegmentNode>) {
  return tree
    .flatMap(({ token, filter, priority }) => {
      const path = pathToRoot(token, byToken);
      return filter === null ? [] : [{ token, filter, priority, path }];
    })
    .toSorted((a, b) => a.priority - b.priority || b.path.length - a.path.length)
    .map(({ token, filter, path }) => ({ token, filter, path }));
}

/** A segment and its ancestors, the top-level one last. */
function pathToRoot(
  token: string | null,
  byToken: ReadonlyMap<string, SegmentNode>,
): SegmentNode[] {
  const path: SegmentNode[] = [];
  for (let node = byToken.get(token ?? ''); node;) {
    path.push(node);
    node = byToken.get(node.parent_segment_token ?? '');
  }
  return path;
}
