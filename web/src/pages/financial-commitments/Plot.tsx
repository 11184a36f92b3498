import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import './commitments.css';

/** A place on an axis, from 0 to 1, with its label. */
interface Tick {
  at: number;
  label: string;
}

interface PlotProps {
  /** What the axes are, with their units. */
  x: string;
  y: string;
  xTicks?: readonly Tick[];
  yTicks: readonly Tick[];
  label: string;
  /** What is drawn, on a plane of 1000 × 1000 that is stretched to the size of the plot. */
  children: ReactNode;
}

export const plotSize = 1000;

/** A picture between two axes with labels and units. */
export function Plot({ x, y, xTicks = [], yTicks, label, children }: PlotProps) {
  return (
    <div className="plot" role="img" aria-label={label}>
      <Text size="xs" c="dimmed" className="plot-y-title">
        {y}
      </Text>
      <div className="plot-y">
        {yTicks.map((tick) => (
          <span key={tick.label} style={{ bottom: `${tick.at * 100}%` }}>
            {tick.label}
          </span>
        ))}
      </div>
      <svg viewBox={`0 0 ${plotSize} ${plotSize}`} preserveAspectRatio="none" aria-hidden>
        {yTicks.map(({ at, label: name }) => (
          <line
            key={name}
            className="plot-grid"
            x1={0}
            x2={plotSize}
            y1={(1 - at) * plotSize}
            y2={(1 - at) * plotSize}
          />
        ))}
        {children}
      </svg>
      <div className="plot-x">
        {xTicks.map((tick) => (
          <span key={tick.label} style={{ left: `${tick.at * 100}%` }}>
            {tick.label}
          </span>
        ))}
      </div>
      <Text size="xs" c="dimmed" className="plot-x-title">
        {x}
      </Text>
    </div>
  );
}

/** `M0 1000L500 0` of places from 0 to 1. */
export const pathOf = (points: readonly (readonly [x: number, y: number])[]): string =>
  points
    .map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x * plotSize} ${(1 - y) * plotSize}`)
    .join('');
