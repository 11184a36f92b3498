/** One flow through the three columns of the diagram. */
export interface SankeyFlow {
  /** Names of its nodes, one per column. */
  path: readonly [string, string, string];
  weight: number;
}

export interface SankeyNode {
  /** Column and name; equal names in two columns are two nodes. */
  id: string;
  name: string;
  column: number;
  weight: number;
  x: number;
  y: number;
  height: number;
}

interface SankeyLink {
  id: string;
  from: string;
  to: string;
  weight: number;
  /** Path of the middle of the ribbon. */
  d: string;
  thickness: number;
}

export interface SankeyLayout {
  nodes: SankeyNode[];
  links: SankeyLink[];
  height: number;
}

interface Size {
  width: number;
  nodeWidth: number;
  /** Space between two nodes, which holds a line of text. */
  gap: number;
  /** Height of all nodes of a column together. */
  content: number;
}

export const nodeId = (column: number, name: string) => `${column} ${name}`;

/**
 * Places nodes in three columns, largest first, and ribbons between them. Each column shows the same
 * total, so heights can be compared across the diagram.
 */
export function layOut(flows: readonly SankeyFlow[], size: Size): SankeyLayout {
  const total = flows.reduce((sum, flow) => sum + flow.weight, 0);
  if (total <= 0) return { nodes: [], links: [], height: 0 };
  const scale = size.content / total;
  const columns = [0, 1, 2].map((column) => placeColumn(flows, column, scale, size));
  const nodes = columns.flat();
  const links = placeLinks(flows, nodes, scale, size);
  const height = Math.max(...nodes.map((node) => node.y + node.height)) + size.gap;
  return { nodes, links, height };
}

function placeColumn(
  flows: readonly SankeyFlow[],
  column: number,
  scale: number,
  { width, nodeWidth, gap }: Size,
): SankeyNode[] {
  const weights = new Map<string, number>();
  for (const { path, weight } of flows) {
    const name = path[column]!;
    weights.set(name, (weights.get(name) ?? 0) + weight);
  }
  const x = (column * (width - nodeWidth)) / 2;
  let y = gap;
  return [...weights]
    .toSorted(
      ([oneName, one], [otherName, other]) => other - one || oneName.localeCompare(otherName),
    )
    .map(([name, weight]) => {
      const node = { id: nodeId(column, name), name, column, weight, x, y, height: weight * scale };
      y += node.height + gap;
      return node;
    });
}

function placeLinks(
  flows: readonly SankeyFlow[],
  nodes: readonly SankeyNode[],
  scale: number,
  { nodeWidth }: Size,
): SankeyLink[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const weights = new Map<string, { from: SankeyNode; to: SankeyNode; weight: number }>();
  for (const { path, weight } of flows) {
    for (const column of [0, 1]) {
      const from = byId.get(nodeId(column, path[column]!))!;
      const to = byId.get(nodeId(column + 1, path[column + 1]!))!;
      const id = `${from.id} → ${to.id}`;
      weights.set(id, { from, to, weight: (weights.get(id)?.weight ?? 0) + weight });
    }
  }
  // Ribbons leave and enter a node in the order of their other ends, so that they cross little.
  const taken = new Map<string, number>();
  const take = (side: string, node: SankeyNode, thickness: number) => {
    const start = taken.get(side + node.id) ?? 0;
    taken.set(side + node.id, start + thickness);
    return node.y + start + thickness / 2;
  };
  const links = [...weights].toSorted(
    ([, one], [, other]) => one.from.y - other.from.y || one.to.y - other.to.y,
  );
  return links.map(([id, { from, to, weight }]) => {
    const thickness = weight * scale;
    const [start, end] = [from.x + nodeWidth, to.x];
    const [y1, y2] = [take('out', from, thickness), take('in', to, thickness)];
    const middle = (start + end) / 2;
    return {
      id,
      from: from.id,
      to: to.id,
      weight,
      thickness,
      d: `M${start},${y1} C${middle},${y1} ${middle},${y2} ${end},${y2}`,
    };
  });
}

/** Keeps the largest names of the outer columns, and joins the others under one name. */
export function joinSmall(
  flows: readonly SankeyFlow[],
  limit: number,
  otherName: string,
): SankeyFlow[] {
  const kept = [0, 2].map((column) => {
    const weights = new Map<string, number>();
    for (const { path, weight } of flows) {
      weights.set(path[column]!, (weights.get(path[column]!) ?? 0) + weight);
    }
    const names = [...weights].toSorted((one, other) => other[1] - one[1]).map(([name]) => name);
    return new Set(names.length > limit ? names.slice(0, limit - 1) : names);
  });
  const named = (set: ReadonlySet<string>, name: string) => (set.has(name) ? name : otherName);
  return flows.map(({ path: [from, middle, to], weight }) => ({
    path: [named(kept[0]!, from), middle, named(kept[1]!, to)],
    weight,
  }));
}
