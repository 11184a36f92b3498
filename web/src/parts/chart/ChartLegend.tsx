import type { MouseEvent, ReactNode } from 'react';
import { isMissing, otherColour } from '../../lib/palette.js';
import { MiddleEllipsis } from '../NameText.js';
import type { LegendOverlay } from './legend-overlays.js';

interface ChartLegendProps {
  names: readonly string[];
  colours: ReadonlyMap<string, string>;
  hidden: ReadonlySet<string>;
  onToggle: (name: string) => void;
  onIsolate: (name: string) => void;
  onHighlight: (name: string | null) => void;
  /** What the chart shows besides its series. */
  overlays: readonly LegendOverlay[];
  /** What follows the name of a series. */
  valueOf?: (name: string) => ReactNode;
  /** The menu of a series. */
  menuOf?: (name: string) => ReactNode;
}

/** The series of a chart: a click hides or shows one, with Alt or Shift it isolates it. */
export function ChartLegend(props: ChartLegendProps) {
  const { names, colours, hidden, overlays, onToggle, onIsolate, onHighlight, valueOf, menuOf } =
    props;
  const click = (name: string) => (event: MouseEvent) => {
    if (event.altKey || event.shiftKey) onIsolate(name);
    else onToggle(name);
  };
  return (
    <ul className="chart-legend" aria-label="Legend">
      {names.map((name) => (
        <li
          key={name}
          onMouseEnter={() => onHighlight(hidden.has(name) ? null : name)}
          onMouseLeave={() => onHighlight(null)}
        >
          <button
            type="button"
            className="chart-legend-entry"
            aria-pressed={!hidden.has(name)}
            title={`${name}: click to hide or show, Alt-click to show only this`}
            onClick={click(name)}
          >
            <span
              className={isMissing(name) ? 'swatch swatch-hatched' : 'swatch'}
              style={{ background: colours.get(name) ?? otherColour }}
            />
            <MiddleEllipsis text={name} />
          </button>
          {valueOf?.(name)}
          {menuOf?.(name)}
        </li>
      ))}
      {overlays.map(({ name, swatch, colour }) => (
        <li key={`overlay ${name}`}>
          <span className="chart-legend-entry">
            <span
              className={`swatch swatch-${swatch}`}
              style={colour ? { background: colour } : undefined}
            />
            {name}
          </span>
        </li>
      ))}
    </ul>
  );
}
