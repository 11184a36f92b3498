import { useMemo } from 'react';
import { coloursOf, otherName } from '../../lib/palette.js';
import { type SankeyFlow, type SankeyNode, joinSmall, layOut } from './sankey-layout.js';

interface SankeyProps {
  flows: readonly SankeyFlow[];
  /** Headings of the columns. */
  titles: readonly [string, string, string];
  format: (weight: number) => string;
  /** Id of the node whose flows are highlighted. */
  selected: string | undefined;
  onSelect: (id: string | undefined) => void;
}

const size = { width: 960, nodeWidth: 12, gap: 22, content: 300 };
const maxNodes = 10;

/** Who talks to whom: ribbons as thick as what flows. Every node is a button; the table below has the figures. */
export function Sankey({ flows, titles, format, selected, onSelect }: SankeyProps) {
  const { nodes, links, height } = useMemo(
    () => layOut(joinSmall(flows, maxNodes, otherName), size),
    [flows],
  );
  const colours = useMemo(() => coloursOf([...new Set(nodes.map(({ name }) => name))]), [nodes]);
  const nameOf = new Map(nodes.map((node) => [node.id, node.name]));
  const isShown = (from: string, to: string) =>
    selected === undefined || from === selected || to === selected;
  const toggle = (node: SankeyNode) => onSelect(node.id === selected ? undefined : node.id);
  return (
    <div className="sankey-scroll" tabIndex={0} role="region" aria-label="Diagram of network flows">
      <svg
        className="sankey"
        viewBox={`-4 -18 ${size.width + 8} ${height + 18}`}
        role="group"
        aria-label={`${titles[0]}, traffic category and ${titles[2].toLowerCase()}`}
        onKeyDown={(event) => event.key === 'Escape' && onSelect(undefined)}
      >
        {titles.map((title, column) => (
          <text
            key={title + String(column)}
            className="sankey-title"
            x={(column * size.width) / 2}
            y={-4}
            textAnchor={anchors[column]}
          >
            {title}
          </text>
        ))}
        {links.map((link) => (
          <path
            key={link.id}
            d={link.d}
            fill="none"
            stroke={colours.get(nameOf.get(link.from) ?? '')}
            strokeWidth={Math.max(1, link.thickness)}
            className="sankey-link"
            data-dimmed={!isShown(link.from, link.to)}
            aria-hidden
          >
            <title>{`${nameOf.get(link.from)} → ${nameOf.get(link.to)}: ${format(link.weight)}`}</title>
          </path>
        ))}
        {nodes.map((node) => (
          <Node
            key={node.id}
            node={node}
            colour={colours.get(node.name)}
            text={format(node.weight)}
            isSelected={node.id === selected}
            onToggle={() => toggle(node)}
          />
        ))}
      </svg>
    </div>
  );
}

const anchors = ['start', 'middle', 'end'] as const;
const maxCharacters = 34;

interface NodeProps {
  node: SankeyNode;
  colour: string | undefined;
  text: string;
  isSelected: boolean;
  onToggle: () => void;
}

function Node({ node, colour, text, isSelected, onToggle }: NodeProps) {
  const { x, y, height, column, name } = node;
  const anchor = [x, x + size.nodeWidth / 2, x + size.nodeWidth][column];
  const shown = name.length > maxCharacters ? `${name.slice(0, maxCharacters - 1)}…` : name;
  return (
    <g
      role="button"
      tabIndex={0}
      aria-pressed={isSelected}
      aria-label={`${name}: ${text}`}
      className="sankey-node"
      onClick={onToggle}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onToggle();
      }}
    >
      <rect x={x} y={y} width={size.nodeWidth} height={Math.max(1, height)} fill={colour} rx={2} />
      <text x={anchor} y={y - 6} textAnchor={anchors[column]}>
        {shown} <tspan className="sankey-amount">{text}</tspan>
      </text>
      <title>{`${name}: ${text}`}</title>
    </g>
  );
}
