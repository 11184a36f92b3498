import type { CSSProperties } from 'react';
import type { Place } from '../../../../src/domain/reports/dashboards/grid.js';

/** Pixels of the grid; the style sheet has the same. */
export const rowHeight = 40;
export const gridGap = 16;

/** The place of an item; narrow screens show items below each other instead. */
export const placeStyle = ({ x, y, width, height }: Place): CSSProperties =>
  ({
    '--column': `${x + 1} / span ${width}`,
    '--row': `${y + 1} / span ${height}`,
    '--height': `${heightOf(height)}px`,
  }) as CSSProperties;

/** The height of so many rows. */
const heightOf = (rows: number): number => rows * rowHeight + (rows - 1) * gridGap;

/** Title, total and legend of a chart, and the padding around them. */
const chartSurroundings = 152;

/** The height that a widget of so many rows leaves for its chart. */
export const chartHeight = (rows: number): number =>
  Math.max(120, heightOf(rows) - chartSurroundings);
